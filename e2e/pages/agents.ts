import type { Locator, Page } from '@playwright/test';
import type { StoresPane } from './stores-pane';

/** Sub-agents: their conversations inside the cards of the calls that started them, and their messages. */
export class Agents {
  constructor(
    private readonly page: Page,
    private readonly stores: StoresPane,
  ) {}

  /** Opens the card of the call that started an agent, and returns its conversation. */
  async open(name: string): Promise<Locator> {
    const line = this.page.locator('p[data-agent]').filter({ hasText: name });
    const card = this.page.getByRole('log', { name: 'Messages' }).getByRole('article').filter({ has: line });
    await card.first().getByRole('button').first().click();
    return this.conversation(name);
  }

  conversation(name: string): Locator {
    return this.page.getByRole('region', { name: `Conversation of ${name}` });
  }

  /** The messages between agents. */
  async mail(): Promise<Locator> {
    await this.page.getByRole('tab', { name: /^State/ }).click();
    await this.stores.show('Mailboxes');
    return this.stores.store('Mailboxes').getByRole('list', { name: 'Messages between agents' });
  }
}
