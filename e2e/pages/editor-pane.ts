import type { Locator, Page } from '@playwright/test';

/** The files and changes in the middle of the page. */
export class EditorPane {
  readonly pane: Locator;

  constructor(private readonly page: Page) {
    this.pane = page.getByRole('region', { name: 'Editor', exact: true });
  }

  tab(name: string | RegExp): Locator {
    return this.pane.getByRole('tab', { name });
  }

  /** The text of a file, or of the right side of a change, in Monaco. */
  get lines(): Locator {
    return this.pane.locator('.monaco-editor .view-line');
  }

  get insertedLines(): Locator {
    return this.pane.locator('.monaco-editor .line-insert');
  }

  get deletedLines(): Locator {
    return this.pane.locator('.monaco-editor .line-delete');
  }

  /** Types at the beginning of the open file. */
  async typeAtStart(text: string): Promise<void> {
    await this.lines.first().click();
    await this.page.keyboard.press('ControlOrMeta+Home');
    await this.page.keyboard.type(text);
  }

  async save(): Promise<void> {
    await this.page.keyboard.press('ControlOrMeta+s');
  }
}
