import { messageOf } from '@/lib/protocol/message-of';
import { failure, failed, ok, type Outcome } from '../../result';
import type { ToolContext, ToolOutput } from '../../tool';
import { fileTexts } from './file-texts';

/** Maximum size of an image shown to a model, in bytes. */
const MAX_IMAGE_BYTES = 1024 * 1024;

const KINDS: readonly { mimeType: string; starts: readonly (number | undefined)[] }[] = [
  { mimeType: 'image/png', starts: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { mimeType: 'image/jpeg', starts: [0xff, 0xd8, 0xff] },
  { mimeType: 'image/gif', starts: [0x47, 0x49, 0x46, 0x38] },
  // RIFF, four bytes of length, WEBP
  {
    mimeType: 'image/webp',
    starts: [0x52, 0x49, 0x46, 0x46, undefined, undefined, undefined, undefined, 0x57, 0x45, 0x42, 0x50],
  },
];

/** A result that shows an image; undefined if the bytes are not an image. Detected by its first bytes, not its name. */
export function imageContent(
  bytes: Uint8Array,
  given: string,
  context: ToolContext,
): Exclude<ToolOutput, string> | undefined {
  const kind = KINDS.find(({ starts }) => starts.every((byte, index) => byte === undefined || bytes[index] === byte));
  if (!kind) return undefined;
  const texts = fileTexts(context);
  const size = bytes.length.toLocaleString('en');
  if (bytes.length > MAX_IMAGE_BYTES) {
    return failure('FILE_TOO_LARGE', texts.imageTooLarge(given, size, MAX_IMAGE_BYTES));
  }
  return {
    text: texts.image(given, kind.mimeType, size),
    content: [{ type: 'image', data: base64(bytes), mimeType: kind.mimeType }],
    summary: `${kind.mimeType}, ${texts.bytes(size)}`,
  };
}

const CHUNK = 0x2000;

function base64(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += CHUNK) binary += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(binary);
}

/** Maximum pages whose text is read. */
const MOST_PAGES = 300;

const MARK = new TextEncoder().encode('%PDF-');

/** Whether a file is a PDF, by its first bytes, not its name. */
export const isPdf = (bytes: Uint8Array): boolean => MARK.every((byte, index) => bytes[index] === byte);

/** The text of a PDF, one heading per page. A page without text says so. */
export async function pdfText(bytes: Uint8Array, given: string, context: ToolContext): Promise<Outcome<string>> {
  const { signal } = context;
  try {
    const { getDocumentProxy } = await import('unpdf');
    // A copy: the PDF reader transfers the buffer.
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
