/** What a piece of shell text may be when it runs, where more than one thing is possible. */
export type Alternatives = readonly string[];

/** Stands in a text for what cannot be known beforehand. No shell text contains it. */
export const UNKNOWN = '\0';
/** Ends a field where an expansion is split into several. */
export const FIELD_BREAK = '\u0001';

/** Thrown where there are too many possibilities to look at. */
export class TooComplexError extends Error {
  override name = 'TooComplexError';
}

const MOST_ALTERNATIVES = 64;

export const unite = (a: Alternatives, b: Alternatives): Alternatives => limited([...new Set([...a, ...b])]);

/** What may be printed where more than one thing may run, or nothing. What is too much to tell is unknown. */
export function either(...printed: readonly Alternatives[]): Alternatives {
  const all = new Set([UNKNOWN, ...printed.flat()]);
  return all.size > MOST_ALTERNATIVES ? [UNKNOWN] : [...all];
}

/** Every text of the first followed by every text of the second. */
export const append = (a: Alternatives, b: Alternatives): Alternatives =>
  limited([...new Set(a.flatMap((first) => b.map((second) => joined(first, second))))]);

/** Every way to pick one of each. */
export function combine<T>(choices: readonly (readonly T[])[]): readonly (readonly T[])[] {
  return choices.reduce<readonly (readonly T[])[]>(
    (picked, choice) => limited(picked.flatMap((before) => choice.map((next) => [...before, next]))),
    [[]],
  );
}

const LONGEST = 100_000;

function joined(first: string, second: string): string {
  if (first.length + second.length > LONGEST) throw new TooComplexError();
  return first + second;
}

function limited<T>(all: readonly T[]): readonly T[] {
  if (all.length > MOST_ALTERNATIVES) throw new TooComplexError();
  return all;
}
