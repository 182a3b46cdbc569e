import { expect, type Locator, type Page } from '@playwright/test';

/** The page of all tools and of one of them, as a person sees it. */
export class ToolsPage {
  constructor(readonly page: Page) {}

  async open(tool?: string, query = ''): Promise<void> {
    await this.page.goto(`/tools${tool === undefined ? '' : `/${tool}`}${query}`);
    await expect(this.list.getByRole('link').first()).toBeAttached({ timeout: 60_000 });
  }

  get list(): Locator {
    return this.page.getByRole('list', { name: 'Tools', exact: true });
  }

  tool(name: string): Locator {
    return this.list.locator(`[data-tool="${name}"]`);
  }

  get search(): Locator {
    return this.page.getByRole('searchbox', { name: 'Find a tool' });
  }

  choose(what: 'Source' | 'Category' | 'Tool preset'): Locator {
    return this.page.getByRole('combobox', { name: what });
  }

  /** A tool's own page. */
  shown(name: string): Locator {
    return this.page.getByRole('region', { name, exact: true });
  }

  async show(tab: 'Try it' | 'About' | 'Anthropic' | 'OpenAI' | 'MCP' | 'AG-UI'): Promise<void> {
    await this.page.getByRole('tab', { name: tab, exact: true }).click();
  }

  /** The form of a tool's arguments. */
  form(name: string): Locator {
    return this.page.getByRole('region', { name: `Form for ${name}` });
  }

  /** The JSON editor beside it. */
  json(name: string): Locator {
    return this.page.getByRole('tabpanel', { name }).locator('.monaco-editor .view-lines:visible');
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) });
  }

  async call(name: string): Promise<void> {
    await this.button(`Call ${name}`).click();
  }

  get outcome(): Locator {
    return this.page.getByRole('region', { name: 'Outcome of the call' });
  }

  get markers(): Locator {
    return this.page.locator('.squiggly-error');
  }

  get approval(): Locator {
    return this.page.getByRole('region', { name: 'Approval' });
  }
}
