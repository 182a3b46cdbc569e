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

/** Every text of the first followed by every text of the second. */
export const append = (a: Alternatives, b: Alternatives): Alternatives =>
  limited([...new Set(a.flatMap((first) => b.map((second) => joined(first, second))))]);

/** What is printed by one thing after another. Where that is too much to tell, it is unknown. */
export function printed(a: Alternatives, b: Alternatives): Alternatives {
  if (a.length * b.length > MOST_ALTERNATIVES) return [UNKNOWN];
  const texts = a.flatMap((first) => b.map((next) => first + next));
  return texts.some(({ length }) => length > LONGEST) ? [UNKNOWN] : [...new Set(texts)];
}

/** What is printed where one of several things runs. Where that is too much to tell, it is unknown. */
export function either(...outputs: readonly Alternatives[]): Alternatives {
  const all = new Set(outputs.flat());
  return all.size > MOST_ALTERNATIVES ? [UNKNOWN] : [...all];
}

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
