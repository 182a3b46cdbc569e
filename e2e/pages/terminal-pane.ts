import { expect, type Locator, type Page } from '@playwright/test';

/** The shell in the sandbox. */
export class TerminalPane {
  readonly pane: Locator;

  constructor(private readonly page: Page) {
    this.pane = page.getByRole('region', { name: 'Terminal', exact: true });
  }

  /** The terminal's content, as a screen reader gets it. */
  get text(): Locator {
    return this.pane.locator('.xterm-accessibility-tree');
  }

  async waitForPrompt(): Promise<void> {
    await expect(this.text).toContainText('$');
  }

  /** Types a command line and presses Enter. */
  async enter(line: string): Promise<void> {
    await this.pane.locator('textarea').focus();
    await this.page.keyboard.type(line);
    await this.page.keyboard.press('Enter');
  }

  /** Pastes a command line, as people do with long ones, and presses Enter. */
  async paste(line: string): Promise<void> {
    const input = this.pane.locator('textarea');
    await input.focus();
    await input.evaluate((element, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
    }, line);
    await this.page.keyboard.press('Enter');
  }

  async interrupt(): Promise<void> {
    await this.pane.locator('textarea').focus();
    await this.page.keyboard.press('Control+c');
  }
}
