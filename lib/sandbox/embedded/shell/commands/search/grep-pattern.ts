import { decodeInC, decoderOf } from '../../../../bytes-text';
import { CommandFailure, type CommandContext } from '../context';
import type { ParsedOptions } from '../options';
import { neededBy, type Needed } from './below';
import { posixRegExp } from '../../../../regexp/posix-regexp';
import { longestRegExp } from '../../../../regexp/longest-match';
import { escapeRegExp, WORD } from '../../../../regexp/classes';

/** All of `grep`'s patterns as one expression, as its options say; undefined if there are none. Throws `Failure`. */
export function compilePatterns(
  context: CommandContext,
  options: ParsedOptions,
  patterns: readonly string[],
): { pattern: RegExp; needed: Needed | undefined } | undefined {
  const named = { egrep: 'E', fgrep: 'F', rgrep: 'G' }[context.name];
  const kind = options.list.findLast(({ name }) => 'EFGP'.includes(name) && name.length === 1)?.name ?? named ?? 'G';
  const flags = options.has('i') && !options.has('no-ignore-case') ? 'i' : '';
  if (patterns.length === 0) return undefined;
  const inC = decoderOf(context.env) === decodeInC;
  try {
    const sources = patterns.map((pattern) => {
      if (kind === 'F') return escapeRegExp(pattern);
      if (kind === 'P') {
        const own = perl(pattern.slice(leadingFlags(pattern)[0].length));
        // In the C locale, a byte above ASCII is the character that `decodeInC` makes of it.
        return inC ? own.replaceAll(/\\x([89a-fA-F][\da-fA-F])/g, String.raw`\udc$1`) : own;
      }
      return posixRegExp(pattern, flags, kind === 'G' ? 'grep' : 'egrep').source;
    });
    const either = sources.length > 1 ? joined(sources) : (sources[0] ?? '');
    const framed = options.has('x')
      ? `^(?:${either})$`
      : options.has('w')
        ? `(?<!${WORD})(?:${either})(?!${WORD})`
        : either;
    const own = kind === 'P' ? leadingFlags(patterns[0] ?? '')[1] : 's';
    const all = [...new Set(`gu${flags}${own}`)].join('');
    return {
      pattern: kind === 'P' ? new RegExp(framed, all) : longestRegExp(framed, all),
      needed: neededBy(sources, all),
    };
  } catch (error) {
    throw new CommandFailure(
      error instanceof SyntaxError
        ? error.message.replace(/^Invalid regular expression: (?:\/.*\/\w*: )?/s, '')
        : String(error),
      2,
    );
  }
}

/** Patterns as alternatives of one; their references to groups follow the groups. */
function joined(sources: readonly string[]): string {
  let groups = 0;
  const parts = sources.map((source) => {
    const before = groups;
    groups += (new RegExp(`${source}|`, 'u').exec('')?.length ?? 1) - 1;
    return `(?:${source.replaceAll(/\(\?:\\(\d)\)/g, (_, group: string) => `(?:\\${before + Number(group)})`)})`;
  });
  return parts.join('|');
}

/** `(?i)` at the start applies to the whole pattern. */
function leadingFlags(pattern: string): [written: string, flags: string] {
  const [written = '', letters = ''] = /^\(\?([ims]+)\)/.exec(pattern) ?? [];
  return [written, letters];
}

/** Converts PCRE syntax that JavaScript writes differently. */
function perl(pattern: string): string {
  return pattern
    .replaceAll(
      /\[:(\w+):\]/g,
      (all, name: string) =>
        ({
          digit: '0-9',
          alpha: 'A-Za-z',
          alnum: '0-9A-Za-z',
          space: '\\s',
          upper: 'A-Z',
          lower: 'a-z',
          punct: '!-\\/:-@\\[-`{-~',
          xdigit: '0-9A-Fa-f',
          blank: ' \\t',
          word: '\\w',
        })[name] ?? all,
    )
    .replaceAll(/\\x\{([\da-fA-F]+)\}/g, String.raw`\u{$1}`)
    .replaceAll(/\\h/g, '[ \\t]')
    .replaceAll(/\\A/g, '^')
    .replaceAll(/\\[zZ]/g, '$')
    .replaceAll(/\(\?P?<(\w+)>/g, '(?<$1>')
    .replaceAll(/\(\?P=(\w+)\)/g, String.raw`\k<$1>`)
    .replaceAll(/(?<!\\)([*+?}])\+/g, '$1')
    .replaceAll(/^(.*?)\\K/gs, '(?<=$1)')
    .replaceAll(/\\(["'#%&,:;<=>@_`~! ])/g, '$1');
}
