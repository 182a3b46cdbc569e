import type { Locator, Page } from '@playwright/test';

/** Hooks, rate limits, and the order of the pipeline. */
export class HooksPane {
  readonly pane: Locator;

  constructor(page: Page) {
    this.pane = page.getByRole('region', { name: 'Hooks', exact: true });
  }

  /** Adds an example hook. */
  async add(example: string): Promise<void> {
    const add = this.pane.getByRole('combobox', { name: 'Add a hook' });
    const option = add.locator('option', { hasText: new RegExp(`: ${example}$`) });
    await add.selectOption((await option.getAttribute('value')) ?? '');
  }

  /** Types at the start of the chosen hook's code. */
  async typeAtStart(text: string): Promise<void> {
    await this.pane.locator('.view-lines').first().click();
    const { keyboard } = this.pane.page();
    await keyboard.press('ControlOrMeta+Home');
    await keyboard.insertText(text);
  }

  async save(): Promise<void> {
    await this.pane.getByRole('button', { name: 'Save', exact: true }).click();
  }

  get list(): Locator {
    return this.pane.getByRole('region', { name: 'Your hooks' }).getByRole('listitem');
  }

  get steps(): Locator {
    return this.pane.getByRole('region', { name: 'Order of a call' }).getByRole('listitem');
  }

  async show(tab: 'Hook' | 'Rate limits' | 'Last runs'): Promise<void> {
    await this.pane.getByRole('tab', { name: tab, exact: true }).click();
  }

  get runs(): Locator {
    return this.pane.getByRole('list', { name: 'Runs of hooks' }).getByRole('listitem');
  }

  async limit(calls: number): Promise<void> {
    await this.show('Rate limits');
    await this.pane.getByRole('spinbutton', { name: 'Calls of every tool' }).fill(String(calls));
  }
}
