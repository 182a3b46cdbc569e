import { expect, type Locator, type Page } from '@playwright/test';

/** The page on which a person makes tools, as they see it. */
export class WorkshopPage {
  constructor(readonly page: Page) {}

  async open(): Promise<void> {
    await this.page.goto('/workshop');
  }

  /** Starts from a template on a page that has no pack yet. */
  async begin(template: string): Promise<void> {
    await this.page
      .getByRole('list', { name: 'Templates' })
      .getByRole('button', { name: new RegExp(`^${template}`) })
      .click({ timeout: 60_000 });
    await expect(this.source).toBeVisible({ timeout: 60_000 });
  }

  /** Starts from a template, beside existing packs. */
  async beginAnother(template: string): Promise<void> {
    await this.page.getByRole('button', { name: 'New pack' }).click();
    await this.page
      .getByRole('list', { name: 'Templates' })
      .getByRole('button', { name: new RegExp(`^${template}`) })
      .click();
  }

  pack(name: string): Locator {
    return this.page.getByRole('navigation', { name: 'Packs' }).getByRole('button', { name: new RegExp(`^${name}`) });
  }

  get source(): Locator {
    return this.page.getByRole('region', { name: 'Source' }).locator('.monaco-editor');
  }

  /** Whether typed text goes into the source. */
  isInEditor(): Promise<boolean> {
    return this.source.evaluate((editor) => editor.contains(document.activeElement));
  }

  /** Replaces the whole source and saves it. */
  async write(text: string): Promise<void> {
    await this.source.locator('.view-lines').click();
    await this.page.keyboard.press('ControlOrMeta+a');
    // Inserted as one input: the editor indents it but closes no brackets.
    await this.page.keyboard.insertText(text);
    await this.page.keyboard.press('ControlOrMeta+s');
  }

  /** Types at the end of the source, as a person does, and leaves the completions open. `delay`: milliseconds per letter. */
  async typeAtEnd(text: string, delay = 0): Promise<void> {
    await this.source.locator('.view-lines').click();
    await this.page.keyboard.press('ControlOrMeta+End');
    await this.page.keyboard.type(text, { delay });
  }

  get completions(): Locator {
    return this.source.locator('.suggest-widget');
  }

  file(name: string): Locator {
    return this.page.getByRole('tablist', { name: 'Files' }).getByRole('tab', { name, exact: true });
  }

  async addFile(name: string): Promise<void> {
    await this.page.getByRole('button', { name: 'New file' }).click();
    await this.page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
    await this.page.getByRole('button', { name: 'Add the file' }).click();
    await expect(this.file(name)).toHaveAttribute('aria-selected', 'true');
  }

  async renameFile(name: string, to: string): Promise<void> {
    await this.page.getByRole('button', { name: `Rename ${name}` }).click();
    await this.page.getByRole('textbox', { name: 'Name', exact: true }).fill(to);
    await this.page.getByRole('button', { name: 'Rename', exact: true }).click();
    await expect(this.file(to)).toHaveAttribute('aria-selected', 'true');
  }

  async removeFile(name: string): Promise<void> {
    await this.page.getByRole('button', { name: `Delete ${name}` }).click();
    await this.page.getByRole('button', { name: 'Delete the file' }).click();
    await expect(this.file(name)).toHaveCount(0);
  }

  get versions(): Locator {
    return this.page.getByRole('dialog', { name: 'Versions' });
  }

  /** A pack that somebody sent, before it is taken. */
  get offered(): Locator {
    return this.page.getByRole('region', { name: 'Pack from elsewhere' });
  }

  /** The switch for whether a pack may use something, in an offer or among the checks. */
  use(name: 'Files' | 'Shell' | 'Web' | 'Other tools' | 'Hooks'): Locator {
    return this.page.getByRole('list', { name: 'What it may use' }).getByRole('switch', { name, exact: true });
  }

  async openFile(file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
    await this.page.getByLabel('Pack file').setInputFiles(file);
  }

  get saved(): Locator {
    return this.page.getByRole('status', { name: 'Saved' });
  }

  get faults(): Locator {
    return this.page.getByRole('list', { name: 'What is wrong' });
  }

  get markers(): Locator {
    return this.page.getByRole('region', { name: 'Source' }).locator('.squiggly-error');
  }

  /** The error message at the end of its line. */
  get noteInLine(): Locator {
    return this.source.locator('.marker-note');
  }

  async show(tab: 'Checks' | 'Try it' | 'About' | 'Export' | 'Anthropic' | 'MCP'): Promise<void> {
    await this.page.getByRole('tab', { name: tab, exact: true }).click();
  }

  get cases(): Locator {
    return this.page.getByRole('region', { name: 'Cases' });
  }

  get aroundCalls(): Locator {
    return this.page.getByRole('region', { name: 'Around calls' });
  }

  get design(): Locator {
    return this.page.getByRole('region', { name: 'Design' });
  }

  /** The button that opens the playground, where an agent calls the tool. */
  get callByAgent(): Locator {
    return this.page.getByRole('button', { name: /^Let an agent call / });
  }

  form(tool: string): Locator {
    return this.page.getByRole('region', { name: `Form for ${tool}` });
  }

  async call(tool: string): Promise<void> {
    await this.page.getByRole('button', { name: `Call ${tool}`, exact: true }).click();
  }

  get outcome(): Locator {
    return this.page.getByRole('region', { name: 'Outcome of the call' });
  }

  get inPlayground(): Locator {
    return this.page.getByRole('switch', { name: 'Use in the playground' });
  }

  /** Gives the pack to threads or takes it from them, and waits until that is stored. */
  async useInPlayground(on: boolean): Promise<void> {
    await this.inPlayground.click();
    await expect(this.inPlayground).toBeChecked({ checked: on });
  }

  async rename(name: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Rename this pack' }).click();
    await this.page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
    await this.page.getByRole('button', { name: 'Rename', exact: true }).click();
    await expect(this.page.getByRole('heading', { name, exact: true })).toBeVisible();
  }

  async delete(): Promise<void> {
    await this.page.getByRole('button', { name: 'Delete this pack' }).click();
    await this.page.getByRole('button', { name: 'Delete the pack' }).click();
  }

  async exportTo(target: string): Promise<void> {
    await this.page.getByRole('combobox', { name: 'Export to' }).selectOption(target);
  }

  /** Downloads the file that a button is named after, and reads it. */
  async download(button: RegExp): Promise<{ name: string; text: string }> {
    const [download] = await Promise.all([
      this.page.waitForEvent('download'),
      this.page.getByRole('button', { name: button }).click(),
    ]);
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk));
    return { name: download.suggestedFilename(), text: Buffer.concat(chunks).toString('utf8') };
  }
}
