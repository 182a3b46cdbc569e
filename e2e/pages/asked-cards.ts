import type { Locator, Page } from '@playwright/test';

/** The card that shows a plan and asks for a decision. */
export class PlanCard {
  readonly card: Locator;

  constructor(page: Page) {
    this.card = page.getByRole('region', { name: 'Plan to approve' });
  }

  async approve(): Promise<void> {
    await this.card.getByRole('button', { name: /^Approve/ }).click();
  }

  async askForChanges(words: string): Promise<void> {
    await this.card.getByRole('button', { name: /^Ask for changes/ }).click();
    await this.card.getByRole('textbox', { name: 'What should change' }).fill(words);
    await this.card.getByRole('button', { name: 'Send back' }).click();
  }

  async reject(reason: string): Promise<void> {
    await this.card.getByRole('button', { name: /^Reject/ }).click();
    await this.card.getByRole('textbox', { name: 'Reason for rejecting' }).fill(reason);
    await this.card.getByRole('button', { name: 'Reject', exact: true }).click();
  }
}

/** The card with the agent's questions. */
export class QuestionCard {
  readonly card: Locator;

  constructor(page: Page) {
    this.card = page.getByRole('region', { name: 'Questions' });
  }

  question(words: string): Locator {
    return this.card.getByRole('group', { name: words });
  }

  /** Types the person's own answer into the last field. */
  own(words: string): Locator {
    return this.question(words).getByRole('textbox');
  }

  async answer(): Promise<void> {
    await this.card.getByRole('button', { name: /^Answer/ }).click();
  }
}
