import { z } from 'zod';
import type { Pack } from './pack';
import type { PortName } from './runtime/messages';

/** What a pack can use beyond itself: the ports of a tool's context, and the calls of an agent, which its hooks stand around. */
export const USES = ['files', 'shell', 'fetch', 'call', 'hooks'] as const;
export const UseSchema = z.enum(USES);
export type Use = z.infer<typeof UseSchema>;

const HOOKS = /\b(?:defineHook|defineMiddleware|canUseTool)\b/;
const PORTS = /(?:\.\s*|[{,]\s*)(files|shell|fetch|call)\b/g;

/** What the code of a pack says that it uses. It is read, not run: code that hides a use does not say it, and is not allowed it. */
export function usesIn({ files }: Pick<Pack, 'files'>): Use[] {
  const code = codeIn(files);
  const said = new Set([...code.matchAll(PORTS)].map(([, port]) => port));
  return USES.filter((use) => (use === 'hooks' ? HOOKS.test(code) : said.has(use)));
}

/** The use that a port is. */
export const useOf = (port: PortName): Use => UseSchema.parse(port.split('.')[0]);

/** The other tools that the code of a pack calls by their names. */
export const calledIn = ({ files }: Pick<Pack, 'files'>): string[] => [
  ...new Set(
    Object.values(files).flatMap((text) =>
      [...text.matchAll(/\.call\(\s*['"]([\w-]+)['"]/g)].map(([, name = '']) => name),
    ),
  ),
];

/** Comments, texts, and templates. Each ends with its file at the latest, so that odd code takes no longer. */
const WORDS = /\/\*[^]*?(?:\*\/|$)|\/\/[^\n]*|'(?:\\[^]|[^'\\\n])*'?|"(?:\\[^]|[^"\\\n])*"?|`(?:\\[^]|[^`\\])*`?/g;

/** The code of all modules, without what stands there in words. */
const codeIn = (files: Pack['files']): string =>
  Object.entries(files)
    .flatMap(([path, text]) => (/\.[tj]s$/.test(path) ? [text] : []))
    .join('\n')
    .replace(WORDS, (words) => (words.startsWith('`') ? (words.match(/\$\{[^}]*\}?/g) ?? []).join(' ') : ' '));
