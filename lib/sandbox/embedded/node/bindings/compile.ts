import { parse } from 'es-module-lexer/js';
import { columnBefore, type Shifts } from '../esm/apply-edits';
import type { SourceEdit } from '../esm/await-edits';
import { callByEdits } from '../esm/called-by-edits';

/** Evaluates in the global scope, where the program's text cannot see local names. */
// oxlint-disable-next-line no-eval -- running the program's text is what this worker is for
export const indirectEval = (text: string): unknown => globalThis.eval(text);

/** How many characters precede the text on its first line, and how edits shifted its lines; `later`: those of the edited text. */
export interface PlacedText {
  head: number;
  shifts?: Shifts;
  later?: Shifts | undefined;
}

/** Stands for a space in the name of a text, which the engine takes none in. */
const SPACE = '\ue020';

/** A text whose stack frames are named `url`, once `named` has read them. */
export const withUrl = (text: string, url: string): string => `${text}\n//# sourceURL=${url.replaceAll(' ', SPACE)}`;

/** A name, or a stack frame with one, as the engine has it. */
export const named = (text: string): string => text.replaceAll(SPACE, ' ');

/** By the name that the stack frames of a text have. */
const texts = new Map<string, PlacedText>();

/** Notes how a text differs from its file. */
export const noteText = (url: string, text: PlacedText): void => void texts.set(url, text);

/** The column in the file for a position in a text compiled here. Lines and columns count from 1. */
export function columnInFile(url: string, line: number, column: number): number {
  const { head = 0, shifts, later } = texts.get(url) ?? {};
  return columnBefore(shifts, line, columnBefore(later, line, line === 1 ? Math.max(1, column - head) : column));
}

/** Wraps a text in a function with these parameters. Its stack frames are named `url`. */
export function compileFunction(
  text: string,
  parameters: readonly string[],
  url: string,
  { kind = 'function', inside, head: before = 0, shifts }: FunctionKind & Partial<PlacedText> = {},
): unknown {
  const [open, close] = inside ? ['(function (__run) {with (__run.scope) return ', '})'] : ['', ''];
  const head = `${open}(${kind} (${parameters.join(', ')}) {`;
  noteText(url, { head: head.length + before, shifts });
  const made = indirectEval(withUrl(`${head}${text}\n})${close}`, url));
  return inside ? Reflect.apply(Object(made), undefined, [inside]) : made;
}

/** What kind of function a text becomes, and what its free names are looked up in, unless it is the global scope. */
interface FunctionKind {
  kind?: string;
  inside?: { scope: object } | undefined;
}

/** Where a text says that its source map is. */
export const sourceMapOf = (code: string): string | undefined => /\/\/[#@] sourceMappingURL=(\S+)\s*$/.exec(code)?.[1];

/** Implements `import()` for a text. */
type Importer = (specifier: unknown, options: unknown) => unknown;

/** The importers of texts compiled here, by id. */
const importers = new Map<number, Importer>();
/** The same by the text's name, for functions that it creates from text. */
const importersByUrl = new Map<string, Importer>();
const NAME = '__import';

/** The global function that replaces `import()`. */
callByEdits(NAME, (id: number, specifier: unknown, options: unknown) => importers.get(id)?.(specifier, options));

/** Returns the call that replaces `import(` in a text, without its closing parenthesis. */
export function importCall(importer: Importer, url: string): string {
  const id = importers.size + 1;
  importers.set(id, importer);
  importersByUrl.set(url, importer);
  return `${NAME}(${id}, `;
}

/** The importer of a text compiled here under this name; undefined if there is none. */
export const importerOf = (url: string): Importer | undefined => importersByUrl.get(url);

/** Edits that point `import()` in a script at `importer`. */
export function importEdits(source: string, importer: Importer, url: string): SourceEdit[] {
  importersByUrl.set(url, importer);
  if (!/\bimport\s*(?:\/\*[^]*?\*\/\s*)?\(/.test(source)) return [];
  let found: ReturnType<typeof parse>[0];
  try {
    [found] = parse(source);
  } catch {
    // The engine's own syntax error is better.
    return [];
  }
  const call = importCall(importer, url);
  return found.flatMap(({ type, importStart: start }): SourceEdit[] =>
    type === 'dynamic' ? [[start, source.indexOf('(', start) + 1, call]] : [],
  );
}
