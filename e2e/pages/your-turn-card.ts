import type { Locator, Page } from '@playwright/test';

/** The card in which a person writes the model's turn. */
export class YourTurnCard {
  readonly card: Locator;

  constructor(readonly page: Page) {
    this.card = page.getByRole('form', { name: 'Your turn as the model' });
  }

  get text(): Locator {
    return this.card.getByRole('textbox', { name: 'What the model says' });
  }

  call(number: number): Locator {
    return this.card.getByRole('group', { name: `Call ${number}` });
  }

  /** Adds a call of the tool. With `args`, which are entered as raw text, the tool must exist. */
  async addCall(number: number, tool: string, args?: string): Promise<void> {
    await this.card.getByRole('button', { name: 'Add a call' }).click();
    await this.call(number).getByRole('combobox').fill(tool);
    if (args === undefined) return;
    await this.call(number).getByRole('button', { name: 'JSON' }).click();
    await this.call(number)
      .getByRole('textbox', { name: /^Arguments/ })
      .fill(args);
  }

  async send(): Promise<void> {
    await this.card.getByRole('button', { name: /^Send/ }).click();
  }

  async handOverTo(model: string): Promise<void> {
    await this.card.getByRole('combobox', { name: 'Model to hand over to' }).selectOption(model);
    await this.card.getByRole('button', { name: 'Hand over to' }).click();
  }
}
