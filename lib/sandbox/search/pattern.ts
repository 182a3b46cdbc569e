import { fromRipgrep } from '@/lib/schema/patterns/ripgrep-syntax';
import { waysToTry } from '@/lib/schema/patterns/risk';
import { isLookAround, tokenize, type PatternToken } from '@/lib/schema/patterns/tokens';
import { SandboxError, type SearchQuery } from '@/lib/ports';
import { messageOf } from '@/lib/protocol/message-of';
import { linearMatcher, type Finder } from './linear-matcher';
import { requiredLiteral } from './required-literal';
import { lineTokens, unicodeTokens } from './line-tokens';

export interface SearchPattern {
  /** Whether a match may span several lines. */
  readonly multiline: boolean;
  /** A text that every match contains; undefined if none is known. */
  readonly literal: string | undefined;
  /** Whether the literal is the whole pattern. */
  readonly isLiteral: boolean;
  /** Whether the pattern has a carriage return, so that line ends must not be normalized. */
  readonly knowsCr: boolean;
  /** Finds matches in text that is all ASCII; `unicode` in any other. */
  readonly ascii: Finder;
  readonly unicode: () => Finder;
}

/** A pattern and its options; `dotAll`: whether `.` matches a line end, by default as `multiline`. */
export type PatternQuery = Pick<SearchQuery, 'pattern' | 'caseInsensitive' | 'multiline'> & {
  readonly dotAll?: boolean;
};

/** JavaScript's engine is used if a line of `TYPICAL_LINE` characters has at most `TOLERABLE_WAYS` ways to match. */
const TYPICAL_LINE = 200;
const TOLERABLE_WAYS = 50_000_000;

/** Compiles the query's regular expression as ripgrep reads it. Throws `SandboxError` EINVAL with the reason. */
export function searchPattern(query: PatternQuery): SearchPattern {
  const multiline = query.multiline ?? false;
  const everywhere = query.dotAll ?? multiline;
  const { source, ignoreCase, dotAll } = fromRipgrep(query.pattern);
  const insensitive = ignoreCase || (query.caseInsensitive ?? false);
  compile(source, '');
  const tokens = tokenize(source);
  if (!multiline && tokens.some(({ kind, text }) => kind === 'escape' && text === '\\n')) {
    throw new SandboxError('EINVAL', 'a line end cannot be matched inside a line');
  }
  const flags = `gm${insensitive ? 'i' : ''}${everywhere ? 's' : ''}`;
  const inLines = multiline ? tokens : lineTokens(tokens);
  const literal = insensitive ? undefined : requiredLiteral(tokens);
  const linear = waysToTry(tokens)(TYPICAL_LINE) > TOLERABLE_WAYS;
  const slow = linear ? linearMatcher(tokens, { insensitive, multiline, dotAll: everywhere || dotAll }) : undefined;
  let found: Finder | undefined;
  const unicode = (): Finder =>
    (found ??= slow ?? finder(inUnicode(inLines, flags) ?? compile(textOf(inLines), flags)));
  // Property classes need the flag `u`, even for text that is all ASCII.
  const byProperty = tokens.some(({ text }) => /\\[pP]\{|\\u\{/.test(text));
  return {
    multiline,
    literal: literal?.text,
    isLiteral: literal?.whole ?? false,
    knowsCr: tokens.some(({ text }) => /\\r|\\x0?d/i.test(text)),
    ascii: slow ?? (byProperty ? unicode() : finder(compile(textOf(inLines), flags))),
    unicode,
  };
}

const textOf = (tokens: readonly PatternToken[]): string => tokens.map(({ text }) => text).join('');

const finder =
  (expression: RegExp): Finder =>
  (text, from) => {
    expression.lastIndex = from;
    const match = expression.exec(text);
    return match ? { start: match.index, end: match.index + match[0].length, groups: match } : undefined;
  };

/** With the letters, digits and word boundaries of all languages, as in ripgrep; undefined if JavaScript cannot express it. */
function inUnicode(tokens: readonly PatternToken[], flags: string): RegExp | undefined {
  if (tokens.some(isLookAround)) return undefined;
  try {
    return new RegExp(textOf(unicodeTokens(tokens)), `${flags}u`);
  } catch {
    return undefined;
  }
}

function compile(source: string, flags: string): RegExp {
  try {
    return new RegExp(source, flags);
  } catch (error) {
    throw new SandboxError('EINVAL', messageOf(error));
  }
}
