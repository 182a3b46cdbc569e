import { expect, type Locator, type Page } from '@playwright/test';

/** The tree of the project's files, and a person's actions on it. */
export class FilesPane {
  readonly pane: Locator;
  /** The last action, with its undo button. */
  readonly notice: Locator;
  readonly dialog: Locator;

  constructor(private readonly page: Page) {
    this.pane = page.getByRole('region', { name: 'Files', exact: true });
    this.notice = this.pane.getByRole('status');
    this.dialog = page.getByRole('dialog', { name: /^Open / });
  }

  row(name: string | RegExp): Locator {
    return this.pane.getByRole('treeitem', { name, ...(typeof name === 'string' && { exact: true }) });
  }

  /** Chooses an item from a file's or folder's context menu. */
  async menu(name: string | RegExp, item: string): Promise<void> {
    await this.row(name).click({ button: 'right' });
    await this.page.getByRole('menuitem', { name: item }).click();
  }

  /** The button of the project's menu. */
  get more(): Locator {
    return this.pane.getByRole('button', { name: 'More for these files' });
  }

  /** Chooses an item from the project's menu. */
  async project(item: string): Promise<void> {
    await this.more.click();
    await this.page.getByRole('menuitem', { name: item, exact: true }).click();
  }

  /** Types a name into the name field. */
  async typeName(name: string): Promise<void> {
    const field = this.pane.getByRole('textbox', { name: 'Name' });
    await field.fill(name);
    await field.press('Enter');
    await expect(field).toHaveCount(0);
  }

  async undo(): Promise<void> {
    await this.notice.getByRole('button', { name: 'Undo' }).click();
  }

  /** Chooses files in the browser's own dialog, which the menu item opens. */
  async choose(item: string, files: string | { name: string; mimeType: string; buffer: Buffer }[]): Promise<void> {
    const chooser = this.page.waitForEvent('filechooser');
    await this.project(item);
    await (await chooser).setFiles(files);
  }

  /** Drops a file onto a row, or outside all rows. */
  async drop(name: string, text: string, row?: string): Promise<void> {
    const data = await this.page.evaluateHandle(
      ([file = '', content = '']) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([content], file, { type: 'text/plain' }));
        return transfer;
      },
      [name, text],
    );
    const target = row === undefined ? this.pane.getByRole('tree') : this.row(row);
    await target.dispatchEvent('dragover', { dataTransfer: data });
    await target.dispatchEvent('drop', { dataTransfer: data });
  }

  /** The name and contents of a download. */
  async download(start: () => Promise<void>): Promise<{ name: string; bytes: Uint8Array }> {
    const coming = this.page.waitForEvent('download');
    await start();
    const download = await coming;
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk));
    return { name: download.suggestedFilename(), bytes: new Uint8Array(Buffer.concat(chunks)) };
  }
}
