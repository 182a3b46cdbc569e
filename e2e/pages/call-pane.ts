import type { Locator, Page } from '@playwright/test';

/** The whole life of one call. */
export class CallPane {
  readonly pane: Locator;

  constructor(page: Page) {
    this.pane = page.getByRole('region', { name: 'Call', exact: true });
  }

  /** Which call is shown, and the list of them. */
  get picker(): Locator {
    return this.pane.getByRole('combobox', { name: 'Call', exact: true });
  }

  /** Lists some of the calls only; shows one of them. */
  async list(calls: 'All' | 'Issues' | 'Failed or denied'): Promise<void> {
    await this.pane.getByRole('group', { name: 'Calls to list' }).getByRole('button', { name: calls }).click();
  }

  async step(to: 'Previous call' | 'Next call'): Promise<void> {
    await this.pane.getByRole('button', { name: to }).click();
  }

  /** A part of what came of it. */
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

  /** The titles of its parts, in the order in which they stand. */
  get parts(): Locator {
    return this.pane.getByRole('region', { name: 'Outcome' }).getByRole('heading', { level: 3 });
  }

  /** Who let it through or refused it, and why. */
  get decision(): Locator {
    return this.pane.getByRole('region', { name: 'Permission, hooks and limits' });
  }

  get issues(): Locator {
    return this.pane.getByRole('list', { name: 'Issues of this call' }).getByRole('listitem');
  }

  /** The squiggles Monaco draws under the arguments. */
  get markers(): Locator {
    return this.pane.locator('.squiggly-error');
  }

  async goOn(
    to: 'Try again with these arguments' | 'Open its contract' | 'Raw request' | 'Open the diff' | 'Why?',
  ): Promise<void> {
    await this.pane.getByRole('button', { name: to }).click();
  }
}
