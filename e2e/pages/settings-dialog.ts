import type { Locator, Page } from '@playwright/test';

/** The settings. */
export class SettingsDialog {
  readonly dialog: Locator;

  constructor(readonly page: Page) {
    this.dialog = page.getByRole('dialog', { name: 'Settings' });
  }

  async open(): Promise<void> {
    await this.page.getByRole('button', { name: 'Settings' }).click();
  }

  async close(): Promise<void> {
    await this.page.keyboard.press('Escape');
    await this.dialog.waitFor({ state: 'hidden' });
  }

  async choose(setting: 'Model, in settings' | 'Calls' | 'Dialect', id: string): Promise<void> {
    await this.dialog.getByRole('combobox', { name: setting }).selectOption(id);
  }

  async find(words: string): Promise<void> {
    await this.search.fill(words);
  }

  get search(): Locator {
    return this.dialog.getByRole('searchbox', { name: 'Find a setting' });
  }

  get groups(): Locator {
    return this.dialog.getByRole('heading', { level: 3 });
  }

  get lists(): Locator {
    return this.dialog.getByRole('combobox');
  }

  get language(): Locator {
    return this.dialog.getByRole('combobox', { name: 'Language', exact: true });
  }

  get address(): Locator {
    return this.dialog.getByRole('combobox', { name: 'Address of the server' });
  }

  get name(): Locator {
    return this.dialog.getByRole('combobox', { name: 'Name of the model' });
  }

  get key(): Locator {
    return this.dialog.getByLabel('Key for the model');
  }

  /** Presses the button beside a field. */
  async use(field: Locator): Promise<void> {
    await field.locator('xpath=ancestor::form').getByRole('button').click();
  }
}
