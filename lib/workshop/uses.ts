import { z } from 'zod';
import type { Pack } from './pack';
import type { PortName } from './runtime/messages';

/** What a pack can use beyond itself: the ports of a tool's context, and the calls of an agent, which its hooks stand around. */
export const USES = ['files', 'shell', 'fetch', 'call', 'hooks'] as const;
export const UseSchema = z.enum(USES);
export type Use = z.infer<typeof UseSchema>;

const HOOKS = /\b(?:defineHook|defineMiddleware|canUseTool)\b/;
const PORTS = /(?:\.\s*|[{,]\s*)(files|shell|fetch|call)\b/g;
/** `context['shell']`. */
const BY_TEXT = /\[\s*(['"`])(files|shell|fetch|call)\1\s*\]/g;
/** A name that is worked out, or the context as a whole in the hands of something that goes through it. */
const WORKED_OUT =
  /\bcontext\s*(?:\?\.\s*)?\[\s*(?!['"`\d])|\.\.\.\s*context\b|\b(?:Reflect|Object)\.\w+\(\s*context\b/;

/** What the code of a pack says that it uses. It is read, not run: code that hides a use does not say it, and is not allowed it. */
export function usesIn({ files }: Pick<Pack, 'files'>): Use[] {
  const code = codeIn(files);
  const byText = [...modulesIn(files).matchAll(BY_TEXT)].map(([, , port]) => port);
  const said = new Set([...[...code.matchAll(PORTS)].map(([, port]) => port), ...byText]);
  const any = WORKED_OUT.test(code);
  return USES.filter((use) => (use === 'hooks' ? HOOKS.test(code) : any || said.has(use)));
}

/** The use that a port is. */
export const useOf = (port: PortName): Use => UseSchema.parse(port.split('.')[0]);

/** The other tools that the code of a pack calls by their names; `others` where it works a name out. */
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

/** Comments, texts, templates, and patterns where one can stand. Each ends with its file at the latest, so that odd code takes no longer. */
const WORDS =
  /\/\*[^]*?(?:\*\/|$)|\/\/[^\n]*|'(?:\\[^]|[^'\\\n])*'?|"(?:\\[^]|[^"\\\n])*"?|`(?:\\[^]|[^`\\])*`?|(?<=[=(,:;!&|?{}[]\s?)\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\//g;

/** The code of all modules. */
const modulesIn = (files: Pack['files']): string =>
  Object.entries(files)
    .flatMap(([path, text]) => (/\.[tj]s$/.test(path) ? [text] : []))
    .join('\n');

/** The same without what stands there in words. */
const codeIn = (files: Pack['files']): string =>
  modulesIn(files).replace(WORDS, (words) =>
    words.startsWith('`') ? `'' ${(words.match(/\$\{[^}]*\}?/g) ?? []).join(' ')}` : words.startsWith('/') ? ' ' : "''",
  );
