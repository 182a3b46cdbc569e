import type { Locator, Page } from '@playwright/test';

/** What a model gets for each tool, and what a call returns to it. */
export class ContractPane {
  readonly pane: Locator;

  constructor(private readonly page: Page) {
    this.pane = page.getByRole('region', { name: 'Contract', exact: true });
  }

  tool(name: string): Locator {
    return this.pane.getByRole('group', { name: 'Tools' }).locator(`[data-tool="${name}"]`);
  }

  /** The names of the listed tools, in display order. */
  get names(): Locator {
    return this.pane.getByRole('group', { name: 'Tools' }).locator('[data-tool]');
  }

  switchOf(name: string): Locator {
    return this.pane.getByRole('switch', { name: `${name} is on`, exact: true });
  }

  async find(words: string): Promise<void> {
    await this.pane.getByRole('searchbox', { name: 'Find a tool' }).fill(words);
  }

  /** Shows a form, or the place to try a call. */
  async show(tab: 'Anthropic' | 'OpenAI' | 'MCP' | 'AG-UI' | 'Try it'): Promise<void> {
    await this.pane.getByRole('tab', { name: tab, exact: true }).click();
  }

  /** The text of the form in Monaco. */
  get form(): Locator {
    return this.pane.getByRole('tabpanel').locator('.view-lines');
  }

  /** Makes a prepared call. A bad one is sent as soon as it is chosen. */
  async try(call: 'Good call' | 'Bad call'): Promise<void> {
    await this.pane.getByRole('button', { name: call, exact: true }).click();
    if (call === 'Good call') await this.pane.getByRole('button', { name: /^Call / }).click();
  }

  get outcome(): Locator {
    return this.pane.getByRole('region', { name: 'Outcome of the call' });
  }

  get markers(): Locator {
    return this.pane.locator('.squiggly-error');
  }
}
