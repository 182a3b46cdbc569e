import type { Locator, Page } from '@playwright/test';

/** What agents keep, one store at a time. */
export class StoresPane {
  readonly pane: Locator;

  constructor(page: Page) {
    this.pane = page.getByRole('region', { name: 'State', exact: true });
  }

  /** The list of stores, each with its count. */
  get list(): Locator {
    return this.pane.getByRole('navigation', { name: 'State' });
  }

  async show(store: string): Promise<void> {
    await this.list.getByRole('button', { name: store }).click();
  }

  /** The content of the shown store. */
  store(title: string): Locator {
    return this.pane.getByRole('region', { name: title, exact: true });
  }

  get todos(): Locator {
    return this.pane.getByRole('list', { name: 'To-dos' }).getByRole('listitem');
  }

  get tasks(): Locator {
    return this.pane.getByRole('list', { name: 'Tasks' }).getByRole('listitem');
  }

  /** Selects a task and returns its details. */
  async task(id: string): Promise<Locator> {
    await this.tasks.filter({ hasText: id }).getByRole('button').click();
    return this.pane.getByRole('region', { name: `Task ${id}` });
  }

  /** Opens a page of the sandbox by its address; the store Page must be shown. */
  async openPage(address: string): Promise<void> {
    const bar = this.pane.getByRole('form', { name: 'Address of the page' });
    await bar.getByRole('textbox', { name: 'Address' }).fill(address);
    await bar.getByRole('button', { name: 'Open', exact: true }).click();
  }
}
