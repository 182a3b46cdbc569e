import type { Locator, Page } from '@playwright/test';

/** What was wrong with a call's arguments. */
export class ValidationPane {
  readonly pane: Locator;

  constructor(page: Page) {
    this.pane = page.getByRole('region', { name: 'Issues', exact: true });
  }

  get list(): Locator {
    return this.pane.getByRole('list', { name: 'Issues of this call' }).getByRole('listitem');
  }

  /** The squiggles Monaco draws under the arguments. */
  get markers(): Locator {
    return this.pane.locator('.squiggly-error');
  }
}
