/** What follows a verb, and not a tool's name: `Read a file`, `Edit the line`. */
const OBJECT = '(?! (?:a|an|the|it|its|them|what|one|each|every|only|this|that|at|more|less|all|any|files?|text)\\b)';

/** A description with the names that a preset gives to tools of ours. */
export function inTheirWords(text: string, names: ReadonlyMap<string, string>): string {
  const renamed = [...names].filter(([ours, theirs]) => ours !== theirs);
  if (renamed.length === 0) return text;
  const pattern = new RegExp(`\\b(${renamed.map(([ours]) => ours).join('|')})\\b${OBJECT}`, 'g');
  return text.replace(pattern, (ours) => names.get(ours) ?? ours);
}
