import { parse } from 'es-module-lexer/js';

/** Evaluates in the global scope, where the program's text sees none of our names. */
// oxlint-disable-next-line no-eval -- running the program's text is what this worker is for
export const indirectEval = (text: string): unknown => globalThis.eval(text);

/** How many characters stand before a text's own first one on its first line, by what its frames are named. */
export const prefixes = new Map<string, number>();

/** A function around a text, with these parameters. Its frames are named `url`. */
export function compileFunction(text: string, parameters: readonly string[], url: string, kind = 'function'): unknown {
  const head = `(${kind} (${parameters.join(', ')}) {`;
  prefixes.set(url, head.length);
  return indirectEval(`${head}${text}\n})\n//# sourceURL=${url}`);
}

/** What `import()` is in a text that was compiled here, by who imports. */
const importers = new Map<number, (specifier: unknown, options: unknown) => unknown>();
const NAME = '__import';

/** The global function that `import()` becomes. */
Reflect.defineProperty(globalThis, NAME, {
  value: (id: number, specifier: unknown, options: unknown) => importers.get(id)?.(specifier, options),
});

/** Gives the call that stands for `import(` in a text, without its closing bracket. */
export function importCall(importer: (specifier: unknown, options: unknown) => unknown): string {
  const id = importers.size + 1;
  importers.set(id, importer);
  return `${NAME}(${id}, `;
}

/** Points `import()` in a script at `importer`. */
export function redirectImports(source: string, importer: (specifier: unknown, options: unknown) => unknown): string {
  if (!/\bimport\s*(?:\/\*[^]*?\*\/\s*)?\(/.test(source)) return source;
  let found: ReturnType<typeof parse>[0];
  try {
    [found] = parse(source);
  } catch {
    // The engine's own message about the syntax is the better one.
    return source;
  }
  const call = importCall(importer);
  let code = source;
  for (const { type, importStart: start } of [...found].reverse()) {
    if (type !== 'dynamic') continue;
    const bracket = code.indexOf('(', start);
    code = `${code.slice(0, start)}${call}${code.slice(bracket + 1)}`;
  }
  return code;
}
