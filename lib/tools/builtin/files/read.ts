import { z } from 'zod';
import { defineTool } from '../../define-tool';
import {
  resolvePath,
  needSandbox,
  type FileContext,
  cutLine,
  linesOf,
  numberLine,
  asText,
  readFileBytes,
  type FileBytes,
} from '../../files';
import type { Content } from '@/lib/protocol';
import { failure, ok, type Outcome, failed } from '../../result';
import type { ToolOutput, ToolContext } from '../../tool';
import { fileTexts } from './file-texts';
import { pathSubject } from './path-subject';
import { parseNotebook, type Notebook } from './notebook/notebook';
import { showCells } from './notebook/show-cells';
import { messageOf } from '@/lib/protocol/message-of';

/** Lines per result unless the model asks for another number. */
const DEFAULT_LINES = 2000;
/** Maximum characters of numbered text in one result; below the limit for results. */
const MAX_CHARACTERS = 50_000;
/** Characters reserved for the last line, below the file's, not counting its path. */
const LAST_LINE = 160;
/** Characters of the content hash shown to the model. */
const SHOWN_HASH = 12;

const input = z.strictObject({
  file_path: z.string().min(1).describe('The file to read: absolute, or relative to the current folder.'),
  offset: z.int().min(1).optional().describe('The line to start at, from 1. Only for files too long to read at once.'),
  limit: z.int().min(1).optional().describe(`How many lines to read. Default ${DEFAULT_LINES}.`),
});

export const read = defineTool({
  name: 'Read',
  description:
    'Reads a file and shows its lines numbered as `cat -n` does. Read a file before you edit or overwrite it; several ' +
    'files can be read in one turn. Images are shown as images, PDFs as text, notebooks as cells. Do not use it for folders (use Glob) or to look for ' +
    'something in many files (use Grep). If a file is too long, read on with offset and limit. After NOT_FOUND look ' +
    'for the file with Glob. The line numbers and the tab after them are not part of the file.',
  kind: 'read',
  category: 'filesystem',
  source: 'builtin',
  capabilities: ['sandbox'],
  input,
  annotations: { idempotentHint: true },
  outputLimit: 64 * 1024,
  titleFor: ({ file_path }) => `Read ${file_path}`,
  ruleSubject: ({ file_path }, context) => pathSubject(context, file_path),
  async execute({ file_path, offset = 1, limit = DEFAULT_LINES }, toolContext) {
    const context = needSandbox(toolContext);
    if (!context.ok) return context.failure;
    const resolved = await resolvePath(context.value, file_path);
    if (!resolved.ok) return resolved.failure;
    const { path, real } = resolved.value;
    const file = await readFileBytes(context.value, path, file_path);
    if (!file.ok) return file.failure;
    const image = imageContent(file.value.bytes, file_path, context.value);
    if (image) return image;
    const view = await viewOf(context.value, file.value, file_path);
    if (!view.ok) return view.failure;
    const result = page(context.value, file_path, view.value, { hash: file.value.hash, offset, limit });
    if (result.error === undefined) record(context.value, real, file.value.hash);
    return result;
  },
});

/** The part of a file that is shown. */
interface View {
  readonly text: string;
  /** Whether its lines are the file's lines. */
  readonly numbered: boolean;
  /** Images that belong to some of its lines. */
  readonly images?: readonly { readonly line: number; readonly image: Content }[];
}

async function viewOf(context: FileContext, file: FileBytes, given: string): Promise<Outcome<View>> {
  if (isPdf(file.bytes)) {
    const text = await pdfText(file.bytes, given, context);
    return text.ok ? ok({ text: text.value, numbered: false }) : text;
  }
  const text = asText(context, file, given);
  if (!text.ok) return text;
  // A damaged notebook is shown as plain text, so that it can be repaired.
  const notebook = given.endsWith('.ipynb') ? parseNotebook(text.value.text, given) : undefined;
  return ok(notebook?.ok ? cellsView(notebook.value) : { text: text.value.text, numbered: true });
}

function cellsView(notebook: Notebook): View {
  const images: { line: number; image: Content }[] = [];
  let lines = 0;
  const parts = showCells(notebook).map((cell) => {
    images.push(...cell.images.map((image) => ({ line: lines + 1, image })));
    lines += linesOf(cell.text).length + 1;
    return `${cell.text.replace(/\n$/, '')}\n`;
  });
  return { text: parts.join('\n'), numbered: false, images };
}

const record = ({ ledger }: FileContext, path: string, hash: string): void => ledger?.record(path, hash);

type Page = Exclude<ToolOutput, string>;

/** The requested lines, as many as fit, and where to continue. */
function page(
  context: FileContext,
  given: string,
  { text, numbered, images = [] }: View,
  { hash, offset, limit }: { hash: string; offset: number; limit: number },
): Page {
  const { language } = context;
  const texts = fileTexts(context);
  const lines = linesOf(text);
  const details = { hash, lines: lines.length };
  const mark = `hash ${hash.slice(0, SHOWN_HASH)}`;
  if (lines.length === 0) return { text: `[${texts.empty(given)} · ${mark}]`, summary: texts.nothingIn, details };
  if (offset > lines.length) {
    return failure('RANGE_INVALID', texts.noLine(given, lines.length, offset), { details });
  }
  const shown: string[] = [];
  let room = Math.min(MAX_CHARACTERS, (context.outputLimit ?? Infinity) - given.length - LAST_LINE);
  for (const [index, line] of lines.slice(offset - 1, offset - 1 + limit).entries()) {
    const whole = numbered ? numberLine(offset + index, line, language) : cutLine(line, { language });
    room -= whole.length + 1;
    // At least one line is shown, whatever its length; otherwise reading on would never get past it.
    if (room < 0 && shown.length > 0) break;
    shown.push(whole);
  }
  const last = offset + shown.length - 1;
  const more = last < lines.length ? ` · ${texts.readOn(last + 1)}` : '';
  const range = texts.range(offset, last, lines.length);
  const attached = images.filter(({ line }) => line >= offset && line <= last).map(({ image }) => image);
  return {
    text: `${shown.join('\n')}\n[${given}: ${range} · ${mark}${more}]`,
    ...(attached.length > 0 && { content: attached }),
    summary: range,
    details,
  };
}

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
function imageContent(bytes: Uint8Array, given: string, context: ToolContext): Exclude<ToolOutput, string> | undefined {
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
const isPdf = (bytes: Uint8Array): boolean => MARK.every((byte, index) => bytes[index] === byte);

/** The text of a PDF, one heading per page. A page without text says so. */
async function pdfText(bytes: Uint8Array, given: string, context: ToolContext): Promise<Outcome<string>> {
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
