import type { Locator, Page } from '@playwright/test';

/** When everything happened. */
export class TimelinePane {
  readonly pane: Locator;

  constructor(page: Page) {
    this.pane = page.getByRole('region', { name: 'Timeline', exact: true });
  }

  /** Bars and marks whose label contains the text. */
  bar(words: string | RegExp): Locator {
    return this.pane.getByRole('group', { name: 'Lanes' }).getByRole('button', { name: words });
  }

  async press(button: 'Zoom in' | 'Zoom out' | 'Show all' | 'Fold waits' | 'Legend'): Promise<void> {
    await this.pane.getByRole('button', { name: button, exact: true }).click();
  }

  /** The button that opens or closes a sub-agent's lanes. */
  lanesOf(name: string): Locator {
    return this.pane.getByRole('button', { name: `Lanes of ${name}`, exact: true });
  }

  /** The figures of the bar that the pointer is on. */
  get words(): Locator {
    return this.pane.getByRole('paragraph').first();
  }

  async asTable(): Promise<Locator> {
    await this.pane.getByRole('button', { name: 'Table' }).click();
    return this.pane.getByRole('table');
  }
}
