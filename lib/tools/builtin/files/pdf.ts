import { messageOf } from '@/lib/protocol/message-of';
import { failed, ok, type Outcome } from '../../result';
import type { ToolContext } from '../../tool';
import { fileTexts } from './file-texts';

/** Pages whose text is read. */
const MOST_PAGES = 300;

const MARK = new TextEncoder().encode('%PDF-');

/** Told by its first bytes, not by its name. */
export const isPdf = (bytes: Uint8Array): boolean => MARK.every((byte, index) => bytes[index] === byte);

/** The text of a PDF, page by page under headings. A page that is only a picture says so. */
export async function pdfText(bytes: Uint8Array, given: string, context: ToolContext): Promise<Outcome<string>> {
  const { signal } = context;
  try {
    const { getDocumentProxy } = await import('unpdf');
    // The reader takes the memory it is given.
    const document = await getDocumentProxy(bytes.slice());
    const parts: string[] = [];
    for (let number = 1; number <= Math.min(document.numPages, MOST_PAGES) && !signal.aborted; number++) {
      const { items } = await (await document.getPage(number)).getTextContent();
      const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('');
      parts.push(`[page ${number} of ${document.numPages}]`, text.trim() === '' ? '[no text on this page]' : text);
    }
    if (document.numPages > MOST_PAGES) parts.push(`[… ${document.numPages - MOST_PAGES} more pages]`);
    await document.loadingTask.destroy();
    return ok(parts.join('\n'));
  } catch (error) {
    return failed('READ_ERROR', fileTexts(context).unreadablePdf(given, messageOf(error)));
  }
}
