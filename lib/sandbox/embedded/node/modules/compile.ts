import { parse } from 'es-module-lexer/js';
import { transform } from 'sucrase';

export interface Compiled {
  /** Function body: uses `exports`, `require`, `module`, `__filename`, `__dirname`, `__import`, `__meta`. */
  code: string;
  /** What it imports before it runs. */
  imports: string[];
}

const isTypeScript = (path: string): boolean => /\.[cm]?tsx?$/.test(path);
const isJsx = (path: string): boolean => /\.[jt]sx$/.test(path);

/** Whether a source is written as an ES module. */
export function looksLikeModule(source: string, path: string): boolean {
  try {
    const [, , , hasModuleSyntax] = parse(stripTypes(source, path));
    return hasModuleSyntax;
  } catch {
    return false;
  }
}

/** CommonJS: only types are taken out, and dynamic imports pointed at the loader. */
export function compileScript(source: string, path: string): Compiled {
  const stripped = stripTypes(source, path).replace(/^#!.*/, '');
  return { code: stripped.includes('import') ? redirect(stripped).code : stripped, imports: [] };
}

/** An ES module as the body of an async function, line for line. */
export function compileModule(source: string, path: string): Compiled {
  const { code, imports } = redirect(stripTypes(source, path).replace(/^#!.*/, ''));
  const { code: body } = transform(code, {
    transforms: ['imports'],
    disableESTransforms: true,
    preserveDynamicImport: true,
    filePath: path,
  });
  return { code: body, imports };
}

function stripTypes(source: string, path: string): string {
  if (!isTypeScript(path) && !isJsx(path)) return source;
  return transform(source, {
    transforms: [...(isTypeScript(path) ? (['typescript'] as const) : []), ...(isJsx(path) ? (['jsx'] as const) : [])],
    disableESTransforms: true,
    filePath: path,
    production: true,
  }).code;
}

/** Points `import()` and `import.meta` at the loader's own names; the lexer knows them from words in strings. */
function redirect(source: string): Compiled {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(source);
  } catch {
    // The engine's own message about the syntax is the better one.
    return { code: source, imports: [] };
  }
  let code = source;
  const imports: string[] = [];
  for (const { type, specifier, importStart: start } of [...parsed[0]].reverse()) {
    if (type === 'import-meta') code = `${code.slice(0, start)}__meta${code.slice(start + 'import.meta'.length)}`;
    else if (type === 'dynamic') code = `${code.slice(0, start)}__import${code.slice(start + 'import'.length)}`;
    else imports.unshift(specifier);
  }
  return { code, imports };
}
