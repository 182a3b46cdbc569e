/** Says a text in another language. What it does not know stays as it is. */
export type Translate = (text: string) => string;

/** Characters of a text that is looked at line by line: scripts say no more at once, and a person may send megabytes. */
const MOST = 20_000;

/** By a table: a text as a whole, or else line by line; `{}` stands for a part that differs. */
export function translation(table: readonly (readonly [string, string])[]): Translate {
  const whole = new Map(table);
  const patterns = table
    .filter(([from]) => from.includes('{}'))
    .map(([from, to]) => ({ literals: from.split('{}'), to }));
  const known: (text: string) => string | undefined = (text) => {
    const exact = whole.get(text);
    if (exact !== undefined) return exact;
    for (const { literals, to } of patterns) {
      const parts = partsOf(text, literals);
      if (parts)
        return filled(
          to,
          parts.map((part) => known(part) ?? part),
        );
    }
    return undefined;
  };
  return (text) => {
    if (text.length > MOST) return whole.get(text) ?? text;
    const found = known(text);
    if (found !== undefined || !text.includes('\n')) return found ?? text;
    return text
      .split('\n')
      .map((line) => known(line) ?? line)
      .join('\n');
  };
}

/** What stands between the literals, each found as early as it can be; undefined where they do not make up the text. Linear. */
function partsOf(text: string, literals: readonly string[]): string[] | undefined {
  const [first = '', ...others] = literals;
  const last = others.pop() ?? '';
  if (!text.startsWith(first) || !text.endsWith(last)) return undefined;
  const end = text.length - last.length;
  const parts: string[] = [];
  let at = first.length;
  for (const literal of others) {
    const next = text.indexOf(literal, at);
    if (next < 0) return undefined;
    parts.push(text.slice(at, next));
    at = next + literal.length;
  }
  return at <= end ? [...parts, text.slice(at, end)] : undefined;
}

/** What a part stands for goes in as it is; a translation that needs none leaves it out. */
const filled = (text: string, parts: readonly string[]): string =>
  text.split('{}').reduce((before, after, index) => `${before}${parts[index - 1] ?? ''}${after}`);
