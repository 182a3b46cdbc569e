import type { JsonSchema } from '../tool';

/** Rewrites a text about our tools as one about a system's. */
export type RenameMentions = (text: string) => string;

/** What follows a verb rather than a tool's name: `Read a file`, `Edit the line`. */
const OBJECT = '(?! (?:a|an|the|it|its|them|what|one|each|every|only|this|that|at|more|less|all|any|files?|text)\\b)';

/**
 * Replaces our tool names with a system's, and other words that never occur in prose: field names with an underscore and
 * error codes. Both maps are keyed by our words.
 */
export function renameMentions(
  tools: ReadonlyMap<string, string>,
  others: Iterable<readonly [string, string]>,
): RenameMentions {
  const names = new Map([...tools].filter(([ours, theirs]) => ours !== theirs));
  const rest = new Map([...others].filter(([ours, theirs]) => ours !== theirs && ours.includes('_')));
  const patterns = [
    ...[...names.keys()].map((name) => `${name}\\b${OBJECT}`),
    ...[...rest.keys()].map((word) => `${word}\\b`),
  ];
  if (patterns.length === 0) return (text) => text;
  const pattern = new RegExp(`\\b(?:${patterns.join('|')})`, 'g');
  return (text) => text.replace(pattern, (ours) => names.get(ours) ?? rest.get(ours) ?? ours);
}

/** A schema with its descriptions in a system's words. */
export const describedIn = (words: RenameMentions, schema: JsonSchema): JsonSchema =>
  Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      key === 'description' ? said(words, value) : inner(words, value),
    ]),
  );

const said = (words: RenameMentions, value: unknown): unknown =>
  typeof value === 'string' ? words(value) : inner(words, value);

function inner(words: RenameMentions, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => inner(words, item));
  return typeof value === 'object' && value !== null ? describedIn(words, { ...value }) : value;
}
