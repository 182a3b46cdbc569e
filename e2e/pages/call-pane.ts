import type { Locator, Page } from '@playwright/test';

/** The whole life of one call. */
export class CallPane {
  readonly pane: Locator;

  constructor(page: Page) {
    this.pane = page.getByRole('region', { name: 'Call', exact: true });
  }

  /** The select for the shown call. */
  get picker(): Locator {
    return this.pane.getByRole('combobox', { name: 'Call', exact: true });
  }

  /** Filters the list of calls. */
  async list(calls: 'All' | 'Invalid' | 'Failed' | 'Denied' | 'Stopped'): Promise<void> {
    await this.pane
      .getByRole('group', { name: 'Calls to list' })
      .getByRole('button', { name: new RegExp(`^${calls} `, 'i') })
      .click();
  }

  async step(to: 'Previous call' | 'Next call'): Promise<void> {
    await this.pane.getByRole('button', { name: to }).click();
  }

  /** A part of its result. */
  part(
    name:
      | 'Issues'
      | 'What the model was told'
      | 'Result, as the model reads it'
      | 'Change'
      | 'Calls it made'
      | 'Timings',
  ): Locator {
    return this.pane.getByRole('region', { name, exact: true });
  }

  /** The titles of its parts, in display order. */
  get parts(): Locator {
    return this.pane.getByRole('region', { name: 'Outcome' }).getByRole('heading', { level: 3 });
  }

  /** Who allowed or denied it, and why. */
  get decision(): Locator {
    return this.pane.getByRole('region', { name: 'Permission, hooks and limits' });
  }

  get issues(): Locator {
    return this.pane.getByRole('list', { name: 'Issues of this call' }).getByRole('listitem');
  }

  /** The squiggles that Monaco draws under the arguments. */
  get markers(): Locator {
    return this.pane.locator('.squiggly-error');
  }

  async goOn(
    to: 'Try again with these arguments' | 'Open its contract' | 'Raw request' | 'Open the diff' | 'Why?',
  ): Promise<void> {
    await this.pane.getByRole('button', { name: to }).click();
  }

  /** Leads from a call of a person's own tool to the workshop. */
  async openCode(): Promise<void> {
    await this.pane.getByRole('link', { name: 'Open its code' }).click();
  }
}
