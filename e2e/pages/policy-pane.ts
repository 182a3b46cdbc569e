import type { Locator, Page } from '@playwright/test';

/** Mode, rules, and a place to try a call against them. */
export class PolicyPane {
  readonly pane: Locator;

  constructor(page: Page) {
    this.pane = page.getByRole('region', { name: 'Policy', exact: true });
  }

  get newRule(): Locator {
    return this.pane.getByRole('textbox', { name: 'New rule' });
  }

  async addRule(behavior: 'allow' | 'ask' | 'deny', rule: string): Promise<void> {
    await this.pane.getByRole('combobox', { name: 'Behaviour of the new rule' }).selectOption(behavior);
    await this.newRule.fill(rule);
    await this.newRule.press('Enter');
  }

  async removeRule(behavior: 'allow' | 'ask' | 'deny', rule: string): Promise<void> {
    await this.pane.getByRole('button', { name: `Remove ${behavior} ${rule}`, exact: true }).click();
  }

  /** Puts the rule back that was removed last. */
  async undo(): Promise<void> {
    await this.pane.getByRole('button', { name: 'Undo' }).click();
  }

  /** Makes a thread's rule apply in every thread. */
  async keepRule(behavior: 'allow' | 'ask' | 'deny', rule: string): Promise<void> {
    await this.pane.getByRole('button', { name: `Keep ${behavior} ${rule} for every thread`, exact: true }).click();
  }

  addFolder(folder: string): Promise<void> {
    return this.addName('Folder to allow', folder);
  }

  /** Adds a name to the list with that field. */
  async addName(field: string, name: string): Promise<void> {
    // A field with suggestions is a combobox.
    const input = this.pane.getByLabel(field, { exact: true });
    await input.fill(name);
    await input.press('Enter');
  }

  async dryRun(): Promise<void> {
    await this.pane.getByRole('button', { name: 'Dry run' }).click();
  }

  get verdict(): Locator {
    return this.pane.getByRole('region', { name: 'Verdict' });
  }

  /** The decisive check. */
  get decided(): Locator {
    return this.verdict.getByRole('list', { name: 'Checks, in order' }).locator('[aria-current]');
  }
}
