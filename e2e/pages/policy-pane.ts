import type { Locator, Page } from '@playwright/test';

/** Mode, rules, and a call tried against them. */
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

  async addFolder(folder: string): Promise<void> {
    await this.pane.getByRole('textbox', { name: 'Folder that may be written to' }).fill(folder);
    await this.pane.getByRole('textbox', { name: 'Folder that may be written to' }).press('Enter');
  }

  async judge(): Promise<void> {
    await this.pane.getByRole('button', { name: 'May it run?' }).click();
  }

  get verdict(): Locator {
    return this.pane.getByRole('region', { name: 'Verdict' });
  }

  /** The check that decided. */
  get decided(): Locator {
    return this.verdict.getByRole('list', { name: 'Checks, in order' }).locator('[aria-current]');
  }
}
