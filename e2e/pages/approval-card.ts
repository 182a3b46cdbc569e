import type { Locator, Page } from '@playwright/test';

/** The card that asks a person about one call. */
export class ApprovalCard {
  readonly card: Locator;

  constructor(page: Page) {
    this.card = page.getByRole('region', { name: 'Approval' });
  }

  async allow(): Promise<void> {
    await this.card.getByRole('button', { name: /^Allow/ }).click();
  }

  get rule(): Locator {
    return this.card.getByRole('textbox', { name: 'Rule' });
  }

  /** Always allows calls like this one; `rule` replaces the suggested one. */
  async always(rule?: string): Promise<void> {
    if (rule !== undefined) await this.rule.fill(rule);
    await this.card.getByRole('button', { name: 'Always allow' }).click();
  }

  async deny(reason: string): Promise<void> {
    await this.card.getByRole('button', { name: /^Deny/ }).click();
    await this.card.getByRole('textbox', { name: 'Reason for denying' }).fill(reason);
    await this.card.getByRole('button', { name: 'Deny', exact: true }).click();
  }
}
