import { fromRipgrep } from '@/lib/schema/patterns/ripgrep-syntax';
import { isBackReference, isLookAround, tokenize } from '@/lib/schema/patterns/tokens';
import { SandboxError } from '@/lib/ports';
import type { MatchRange } from '../../../../../search/linear-matcher';
import { searchPattern } from '../../../../../search/pattern';
import { CommandFailure } from '../../context';
import type { ParsedOptions } from '../../options';
import { neededBy, type Needed } from '../below';
import { lastOf } from './options';
import { escapeRegExp } from '../../../../../regexp/classes';

/** All patterns of one call, combined. */
export interface RgPattern {
  /** The first match at or after an offset. */
  find(text: string, from: number): MatchRange | undefined;
  /** The replacement for a match, with `$1`, `${name}` and `$0` filled in. */
  replaced(text: string, match: MatchRange, replacement: string): string;
  readonly multiline: boolean;
  /** Literals of which every match contains at least one. */
  readonly needed: Needed | undefined;
}

/** Compiles patterns as the options say. Throws `CommandFailure` for an invalid one. */
export function rgPattern(patterns: readonly string[], options: ParsedOptions): RgPattern {
  const fixed = options.has('F');
  const sources = patterns.map((pattern) => (fixed ? escapeRegExp(pattern) : pattern));
  if (!fixed && !options.has('P') && !['auto', 'pcre2'].includes(options.get('engine') ?? '')) sources.forEach(refuse);
  const multiline = options.has('U');
  const dotAll = multiline && options.has('multiline-dotall');
  const caseInsensitive = ignoresCase(patterns, options);
  const bound = lastOf(options, 'w', 'x');
  const [first = '', ...more] = sources;
  const either = more.length === 0 && !bound ? first : sources.map((source) => `(?:${source})`).join('|');
  const pattern = bound === 'x' ? `^(?:${either})$` : bound === 'w' ? `(?<!\\w)(?:${either})(?!\\w)` : either;
  try {
    const { ascii, unicode } = searchPattern({ pattern, caseInsensitive, multiline, dotAll });
    return {
      find: (text, from) => (isAscii(text) ? ascii : unicode())(text, from),
      replaced(text, { start, end, groups }, replacement) {
        return replacement.replaceAll(/\$(?:\$|\{(\w+)\}|(\w+))/g, (all, braced?: string, bare?: string) => {
          const name = braced ?? bare;
          if (name === undefined) return '$';
          if (name === '0') return text.slice(start, end);
          return (/^\d+$/.test(name) ? groups?.[Number(name)] : groups?.groups?.[name]) ?? '';
        });
      },
      multiline,
      needed:
        bound || multiline
          ? undefined
          : neededBy(
              sources.map((one) => fromRipgrep(one).source),
              caseInsensitive ? 'i' : '',
            ),
    };
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    throw new CommandFailure(`regex parse error:\n    ${pattern}\nerror: ${error.message}`, 2);
  }
}

/** Rejects look-around and backreferences, which ripgrep's own engine does not support. */
function refuse(source: string): void {
  const tokens = tokenize(fromRipgrep(source.replaceAll(/\\[Az<>]/g, '')).source);
  const what = tokens.some(isLookAround)
    ? 'look-around, including look-ahead and look-behind, is not supported'
    : tokens.some(isBackReference)
      ? 'backreferences are not supported'
      : undefined;
  if (what === undefined) return;
  throw new CommandFailure(
    `regex parse error:\n    (?:${source})\nerror: ${what}\n\nConsider enabling PCRE2 with the --pcre2 flag, which can handle backreferences\nand look-around.`,
    2,
  );
}

function ignoresCase(patterns: readonly string[], options: ParsedOptions): boolean {
  const said = lastOf(options, 'i', 's', 'S');
  if (said !== 'S') return said === 'i';
  const letters = patterns.map((pattern) => (options.has('F') ? pattern : pattern.replaceAll(/\\[^]/g, ''))).join('');
  return /\p{L}/u.test(letters) && !/\p{Lu}/u.test(letters);
}

let asciiText: string | undefined;

/** Whether a text is all ASCII; remembers the last one, as it is asked about repeatedly. */
function isAscii(text: string): boolean {
  if (asciiText === text) return true;
  // oxlint-disable-next-line no-control-regex -- all of ASCII
  if (!/^[\0-\x7f]*$/.test(text)) return false;
  asciiText = text;
  return true;
}
