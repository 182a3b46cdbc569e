import { z } from 'zod';
import type { Pack } from './pack';
import type { PortName } from './runtime/messages';

/** What a pack can use beyond itself: the ports of a tool's context, and an agent's calls, which its hooks see. */
export const USES = ['files', 'shell', 'fetch', 'call', 'hooks'] as const;
export const UseSchema = z.enum(USES);
export type Use = z.infer<typeof UseSchema>;

const HOOKS = /\b(?:defineHook|defineMiddleware|canUseTool)\b/;
const PORTS = /(?:\.\s*|[{,]\s*)(files|shell|fetch|call)\b/g;
/** `context['shell']`. */
const BY_TEXT = /\[\s*(['"`])(files|shell|fetch|call)\1\s*\]/g;
/** A computed name, or the whole context passed to code that may iterate over it. */
const WORKED_OUT =
  /\bcontext\s*(?:\?\.\s*)?\[\s*(?!['"`\d])|\.\.\.\s*context\b|\b(?:Reflect|Object)\.\w+\(\s*context\b/;

/**
 * The uses that the code of a pack shows. The code is read, not run: a use that it hides is not listed, and therefore not
 * allowed.
 */
export function usesIn({ files }: Pick<Pack, 'files'>): Use[] {
  const code = codeIn(files);
  const byText = [...modulesIn(files).matchAll(BY_TEXT)].map(([, , port]) => port);
  const said = new Set([...[...code.matchAll(PORTS)].map(([, port]) => port), ...byText]);
  const any = WORKED_OUT.test(code);
  return USES.filter((use) => (use === 'hooks' ? HOOKS.test(code) : any || said.has(use)));
}

/** The use that a port belongs to. */
export const useOf = (port: PortName): Use => UseSchema.parse(port.split('.')[0]);

/** The other tools that the code of a pack calls by name; `others` if it computes a name. */
export function calledIn({ files }: Pick<Pack, 'files'>): {
  readonly names: readonly string[];
  readonly others: boolean;
} {
  const calls = [...modulesIn(files).matchAll(/(?:\.\s*|\b)call\(\s*(?:(['"`])([\w-]+)\1|[^'"`)\s])/g)];
  return {
    names: [...new Set(calls.flatMap(([, , name]) => name ?? []))],
    others: usesIn({ files }).includes('call') && calls.some(([, , name]) => name === undefined),
  };
}

/**
 * Comments, strings, templates, and regular expressions if one can stand there. Each ends at the end of the file at the latest,
 * so that odd code takes no longer.
 */
const WORDS =
  /\/\*[^]*?(?:\*\/|$)|\/\/[^\n]*|'(?:\\[^]|[^'\\\n])*'?|"(?:\\[^]|[^"\\\n])*"?|`(?:\\[^]|[^`\\])*`?|(?<=[=(,:;!&|?{}[]\s?)\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\//g;

/** The code of all modules. */
const modulesIn = (files: Pack['files']): string =>
  Object.entries(files)
    .flatMap(([path, text]) => (/\.[tj]s$/.test(path) ? [text] : []))
    .join('\n');

/** The same, without comments and the contents of strings. */
const codeIn = (files: Pack['files']): string =>
  modulesIn(files).replace(WORDS, (words) =>
    words.startsWith('`') ? `'' ${(words.match(/\$\{[^}]*\}?/g) ?? []).join(' ')}` : words.startsWith('/') ? ' ' : "''",
  );
