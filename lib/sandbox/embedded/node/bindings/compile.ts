import { parse } from 'es-module-lexer/js';
import { columnBefore, type Shifts } from '../esm/apply-edits';
import type { Edit } from '../esm/await-edits';

/** Evaluates in the global scope, where the program's text sees none of our names. */
// oxlint-disable-next-line no-eval -- running the program's text is what this worker is for
export const indirectEval = (text: string): unknown => globalThis.eval(text);

/** What stands before a text's own first character on its first line, and what its lines were before they were edited. */
interface Placed {
  head: number;
  shifts?: Shifts;
}

/** By what the frames of a text are named. */
const texts = new Map<string, Placed>();

/** Notes that a text is not as its file has it. */
export const noteText = (url: string, text: Placed): void => void texts.set(url, text);

/** The column in its file of a place in a text that was compiled here. Lines and columns count from 1. */
export function columnInFile(url: string, line: number, column: number): number {
  const { head = 0, shifts } = texts.get(url) ?? {};
  return columnBefore(shifts, line, line === 1 ? Math.max(1, column - head) : column);
}

/** A function around a text, with these parameters. Its frames are named `url`. */
export function compileFunction(
  text: string,
  parameters: readonly string[],
  url: string,
  { kind = 'function', head: before = 0, shifts }: { kind?: string } & Partial<Placed> = {},
): unknown {
  const head = `(${kind} (${parameters.join(', ')}) {`;
  noteText(url, { head: head.length + before, shifts });
  return indirectEval(`${head}${text}\n})\n//# sourceURL=${url}`);
}

/** What `import()` is in a text. */
type Importer = (specifier: unknown, options: unknown) => unknown;

/** What `import()` is in a text that was compiled here, by who imports. */
const importers = new Map<number, Importer>();
/** The same by what the text is called, for functions that it makes of text. */
const importersByUrl = new Map<string, Importer>();
const NAME = '__import';

/** The global function that `import()` becomes. */
Reflect.defineProperty(globalThis, NAME, {
  value: (id: number, specifier: unknown, options: unknown) => importers.get(id)?.(specifier, options),
});

/** Gives the call that stands for `import(` in a text, without its closing bracket. */
export function importCall(importer: Importer, url: string): string {
  const id = importers.size + 1;
  importers.set(id, importer);
  importersByUrl.set(url, importer);
  return `${NAME}(${id}, `;
}

/** What `import()` is in a text that was compiled here under a name; undefined if there is none. */
export const importerOf = (url: string): Importer | undefined => importersByUrl.get(url);

/** Edits that point `import()` in a script at `importer`. */
export function importEdits(source: string, importer: Importer, url: string): Edit[] {
  importersByUrl.set(url, importer);
  if (!/\bimport\s*(?:\/\*[^]*?\*\/\s*)?\(/.test(source)) return [];
  let found: ReturnType<typeof parse>[0];
  try {
    [found] = parse(source);
  } catch {
    // The engine's own message about the syntax is the better one.
    return [];
  }
  const call = importCall(importer, url);
  return found.flatMap(({ type, importStart: start }): Edit[] =>
    type === 'dynamic' ? [[start, source.indexOf('(', start) + 1, call]] : [],
  );
}
