/** All values that a piece of shell text may have at run time. */
export type Alternatives = readonly string[];

/** Placeholder in a text for what cannot be known beforehand. Never occurs in shell text. */
export const UNKNOWN = '\0';
/** Separates the fields that an expansion is split into. */
export const FIELD_BREAK = '\u0001';

/** Thrown if there are too many possibilities to examine. */
export class TooComplexError extends Error {
  override name = 'TooComplexError';
}

const MOST_ALTERNATIVES = 64;

export const unite = (a: Alternatives, b: Alternatives): Alternatives => limited([...new Set([...a, ...b])]);

/** Every text of the first followed by every text of the second. */
export const append = (a: Alternatives, b: Alternatives): Alternatives =>
  limited([...new Set(a.flatMap((first) => b.map((second) => joined(first, second))))]);

/** The output of one thing after another. Unknown if there are too many possibilities. */
export function appendOutput(a: Alternatives, b: Alternatives): Alternatives {
  if (a.length * b.length > MOST_ALTERNATIVES) return [UNKNOWN];
  const texts = a.flatMap((first) => b.map((next) => first + next));
  return texts.some(({ length }) => length > LONGEST) ? [UNKNOWN] : [...new Set(texts)];
}

/** The output if one of several things runs. Unknown if there are too many possibilities. */
export function either(...outputs: readonly Alternatives[]): Alternatives {
  const all = new Set(outputs.flat());
  return all.size > MOST_ALTERNATIVES ? [UNKNOWN] : [...all];
}

/** Every combination of one element from each list. */
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
