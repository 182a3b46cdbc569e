import type { Locator, Page } from '@playwright/test';

/** The dialog that saves a thread as a cassette and replays one. */
export class CassetteDialog {
  readonly dialog: Locator;

  constructor(readonly page: Page) {
    this.dialog = page.getByRole('dialog', { name: 'Cassettes' });
  }

  /** The summary of the chosen cassette. */
  get facts(): Locator {
    return this.dialog.getByRole('group', { name: 'On the cassette' });
  }

  get fault(): Locator {
    return this.dialog.getByRole('alert');
  }

  /** The switch for keeping the provider's raw bytes. */
  get bytes(): Locator {
    return this.dialog.getByRole('switch', { name: 'Keep the provider’s bytes' });
  }

  async choose(text: string, name = 'run.cassette.json'): Promise<void> {
    const file = { name, mimeType: 'application/json', buffer: Buffer.from(text) };
    await this.dialog.getByLabel('Cassette file').setInputFiles(file);
  }

  async replay(speed: string): Promise<void> {
    await this.dialog.getByRole('combobox', { name: 'Speed' }).selectOption(speed);
    await this.dialog.getByRole('button', { name: 'Replay' }).click();
  }

  /** Saves the present thread; returns the path of the file. */
  async save(): Promise<string> {
    const download = this.page.waitForEvent('download');
    await this.dialog.getByRole('button', { name: 'Save this thread' }).click();
    const path = await (await download).path();
    await this.dialog.getByRole('button', { name: 'Close' }).click();
    return path;
  }
}
