/**
 * Regular expressions of schemas, bounded by construction rather than by a worker that can be killed: expressions that might
 * backtrack run in RE2, in linear time; what RE2 does not support runs natively, and only on text too short to do harm.
 */
import { RE2JS } from 're2js';
import type { Budget } from '../budget';
import { SchemaProblem } from '../problem';
import { splitLookAheads, type Parts } from './look-ahead';
import { waysToTry } from './risk';
import { toRe2 } from './to-re2';
import { tokenize } from './tokens';

/** The longest expression accepted, characters. */
const SOURCE_LIMIT = 10_000;
/** The most backtracking steps for which the native engine is used: because it is faster, and as the last resort. */
const QUICK = 100_000;
const TOLERABLE = 10_000_000;
/** The most characters × program size that RE2 is given: about half a second. */
const RE2_LIMIT = 200_000_000;
const CACHE_SIZE = 1_000;

/** Whether a text matches; undefined if it would not be safe to find out. */
type Matcher = (text: string, budget: Budget) => boolean | undefined;

const cache = new Map<string, Matcher>();

/**
 * Whether a text contains a match of an ECMAScript regular expression, with the flag `u` unless the expression is only valid
 * without it. Throws a `SchemaProblem` if it is invalid or cannot be run safely.
 */
export function matches(source: string, text: string, budget: Budget, flags = ''): boolean {
  budget.spend(2);
  const result = matcherOf(source, flags)(text, budget);
  if (result === undefined) throw new SchemaProblem('unsafePattern', source);
  return result;
}

function matcherOf(source: string, flags: string): Matcher {
  const key = `${flags}/${source}`;
  let matcher = cache.get(key);
  if (matcher) return matcher;
  if (cache.size >= CACHE_SIZE) cache.clear();
  matcher = build(source, flags);
  cache.set(key, matcher);
  return matcher;
}

/** ECMAScript 2025's modifiers around the whole expression, for engines that do not support them yet. */
const FLAGGED = /^\(\?([ims]+):([^]*)\)$/;

function build(whole: string, given: string): Matcher {
  const [, inner = '', body = whole] = FLAGGED.exec(whole) ?? [];
  const [source, flags] = isOneGroup(whole, body) ? [body, given + inner] : [whole, given];
  if (source.length > SOURCE_LIMIT) return () => undefined;
  const native = compile(source, flags);
  const tokens = tokenize(source);
  const ways = native.unicodeSets ? () => Infinity : waysToTry(tokens);
  const run = (text: string, budget: Budget, cost: number): boolean => {
    budget.spend(cost / 100);
    return native.test(text);
  };
  let linear: Matcher | undefined;
  return (text, budget) => {
    const cost = ways(text.length);
    if (cost <= QUICK) return run(text, budget, cost);
    linear ??= linearMatcher(source, flags, native) ?? (() => undefined);
    return linear(text, budget) ?? (cost <= TOLERABLE ? run(text, budget, cost) : undefined);
  };
}

/** Whether the brackets around the body of a modified expression match each other. */
function isOneGroup(whole: string, body: string): boolean {
  let depth = 0;
  for (const { kind } of whole === body ? [] : tokenize(body)) {
    if (kind === 'open') depth++;
    else if (kind === 'close' && --depth < 0) return false;
  }
  return whole !== body && depth === 0;
}

function compile(source: string, flags: string): RegExp {
  const own = flags.replace(/[gyd]/g, '');
  for (const attempt of /[uv]/.test(own) ? [own] : [`${own}u`, own]) {
    try {
      return new RegExp(source, attempt);
    } catch {
      continue;
    }
  }
  throw new SchemaProblem('invalidPattern', source);
}

/** The expression as one or several RE2 expressions; undefined if RE2 cannot express it. */
function linearMatcher(
  source: string,
  flags: string,
  { ignoreCase, dotAll, multiline, unicodeSets }: RegExp,
): Matcher | undefined {
  if (multiline || unicodeSets) return undefined;
  const tokens = tokenize(source);
  const parts = splitLookAheads(tokens);
  if (parts) return together(parts, flags);
  const translated = toRe2(tokens, dotAll);
  if (translated === undefined) return undefined;
  try {
    const program = RE2JS.compile(translated, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
    const size = program.programSize();
    return (text, budget) => {
      if (text.length * size > RE2_LIMIT) return undefined;
      budget.spend((text.length * size) / 100 + 20);
      return program.test(text);
    };
  } catch {
    return undefined;
  }
}

function together({ wanted, unwanted }: Parts, flags: string): Matcher {
  const conditions = [
    ...wanted.map((source) => ({ matcher: matcherOf(source, flags), expected: true })),
    ...unwanted.map((source) => ({ matcher: matcherOf(source, flags), expected: false })),
  ];
  return (text, budget) => {
    for (const { matcher, expected } of conditions) {
      const result = matcher(text, budget);
      if (result === undefined) return undefined;
      if (result !== expected) return false;
    }
    return true;
  };
}
