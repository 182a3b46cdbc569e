import type { Locator, Page } from '@playwright/test';

/** What was sent to the model, and what came back. */
export class RequestsPane {
  readonly pane: Locator;

  constructor(page: Page) {
    this.pane = page.getByRole('region', { name: 'Requests', exact: true });
  }

  get list(): Locator {
    return this.pane.getByRole('list', { name: 'Requests to the model' }).getByRole('listitem');
  }

  async choose(turn: number): Promise<void> {
    await this.list.getByRole('button', { name: new RegExp(`^Turn ${turn}\\b`) }).click();
  }

  async show(side: 'Request' | 'Response' | 'Its text'): Promise<void> {
    await this.pane.getByRole('tab', { name: side, exact: true }).click();
  }

  /** What a button copies to the clipboard. */
  async copied(button: 'Copy' | 'Copy as curl'): Promise<string> {
    await this.pane.getByRole('button', { name: button, exact: true }).click();
    await this.pane.getByRole('button', { name: 'Copied' }).blur();
    return this.pane.page().evaluate(() => navigator.clipboard.readText());
  }

  /** Monaco's marks on calls found in a text, and on the points up to which a provider is asked to cache. */
  get marks(): Locator {
    return this.pane.locator('.squiggly-info');
  }

  /** The body's text in Monaco. */
  get body(): Locator {
    return this.pane.locator('.view-lines');
  }
}
