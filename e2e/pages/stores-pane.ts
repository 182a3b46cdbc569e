import type { Locator, Page } from '@playwright/test';

/** What agents keep, one store at a time. */
export class StoresPane {
  readonly pane: Locator;

  constructor(page: Page) {
    this.pane = page.getByRole('region', { name: 'State', exact: true });
  }

  /** The stores there are; each with its count. */
  get list(): Locator {
    return this.pane.getByRole('navigation', { name: 'State' });
  }

  async show(store: string): Promise<void> {
    await this.list.getByRole('button', { name: store }).click();
  }

  /** What is in the store that is shown. */
  store(title: string): Locator {
    return this.pane.getByRole('region', { name: title, exact: true });
  }

  get todos(): Locator {
    return this.pane.getByRole('list', { name: 'To-dos' }).getByRole('listitem');
  }

  get tasks(): Locator {
    return this.pane.getByRole('list', { name: 'Tasks' }).getByRole('listitem');
  }

  /** Chooses a task and gives what is known of it. */
  async task(id: string): Promise<Locator> {
    await this.tasks.filter({ hasText: id }).getByRole('button').click();
    return this.pane.getByRole('region', { name: `Task ${id}` });
  }

  /** Opens a page of the sandbox by its address, which the store Page has to be shown for. */
  async openPage(address: string): Promise<void> {
    const bar = this.pane.getByRole('form', { name: 'Address of the page' });
    await bar.getByRole('textbox', { name: 'Address' }).fill(address);
    await bar.getByRole('button', { name: 'Open', exact: true }).click();
  }
}
