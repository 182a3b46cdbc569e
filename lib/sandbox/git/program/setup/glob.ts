import { BYTE_CLASSES } from '../../../regexp/classes';

/** How one of git's patterns is matched. */
export interface GlobRules {
  /** Whether `*` and `?` match `/` too. */
  readonly slashes: boolean;
  readonly ignoreCase?: boolean;
}

/** One of git's patterns (`*`, `**`, `?`, `[a-z]`, `\x`) as a regular expression for the whole text. */
export function globPattern(glob: string, { slashes, ignoreCase = false }: GlobRules): RegExp {
  const [any, one] = slashes ? ['.*', '.'] : ['[^/]*', '[^/]'];
  let out = '';
  for (let at = 0; at < glob.length; at++) {
    const char = glob[at] ?? '';
    if (char === '*' && glob[at + 1] === '*' && !slashes) {
      const alone = (at === 0 || glob[at - 1] === '/') && (at + 2 >= glob.length || glob[at + 2] === '/');
      if (alone && glob[at + 2] === '/') {
        out += '(?:.*/)?';
        at += 2;
      } else {
        out += alone ? '.*' : any;
        at += 1;
      }
    } else if (char === '*') out += any;
    else if (char === '?') out += one;
    else if (char === '[') {
      const end = bracketEnd(glob, glob[at + 1] === '!' ? at + 1 : at);
      if (end >= glob.length) return /(?!)/;
      out += `${slashes ? '' : '(?!/)'}[${glob
        .slice(at + 1, end)
        .replace(/^!/, '^')
        .replace(/^(\^?)\]/, '$1\\]')
        .replaceAll(/\\(.)/g, (_, own: string) => (/\w/.test(own) ? own : `\\${own}`))
        .replaceAll(/\[:(\w+):\]/g, (_, name: string) => BYTE_CLASSES[name] ?? '')}]`;
      at = end;
    } else out += (char === '\\' ? (glob[++at] ?? '\\') : char).replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  }
  return new RegExp(`^${out}$`, ignoreCase ? 'si' : 's');
}

export const hasGlob = (text: string): boolean => /[*?[\\]/.test(text);

/** Where the bracket that begins at a place ends; the length of the pattern or more if it does not. */
function bracketEnd(pattern: string, start: number): number {
  let at = start + 1;
  if (pattern[at] === '^') at++;
  if (pattern[at] === ']') at++;
  while (at < pattern.length && pattern[at] !== ']')
    at = pattern.startsWith('[:', at) ? pattern.indexOf(':]', at) + 2 : at + 1;
  return at;
}
