/** Translates a text; unknown texts stay unchanged. */
export type Translate = (text: string) => string;

/**
 * Longest text, in characters, that is also matched against patterns and line by line: scripts write no longer texts, but a
 * person may send megabytes.
 */
const MOST = 20_000;

/** Translates by a table: the text as a whole, otherwise line by line; `{}` stands for a part that varies. */
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

/**
 * The parts of a text between the literals, each literal matched as early as possible; undefined if it does not match.
 * Linear time.
 */
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

/** Fills the parts into a translation, unchanged; a translation may use fewer of them. */
const filled = (text: string, parts: readonly string[]): string =>
  text.split('{}').reduce((before, after, index) => `${before}${parts[index - 1] ?? ''}${after}`);
