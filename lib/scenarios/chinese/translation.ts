/** Says a text in another language. What it does not know stays as it is. */
export type Translate = (text: string) => string;

/** By a table: a text as a whole, or else line by line; `{}` stands for a part that differs. */
export function translation(table: readonly (readonly [string, string])[]): Translate {
  const whole = new Map(table);
  const patterns = table.filter(([from]) => from.includes('{}')).map(([from, to]) => ({ shape: shapeOf(from), to }));
  const known: (text: string) => string | undefined = (text) => {
    const exact = whole.get(text);
    if (exact !== undefined) return exact;
    for (const { shape, to } of patterns) {
      const parts = shape.exec(text)?.slice(1);
      if (parts)
        return filled(
          to,
          parts.map((part) => known(part) ?? part),
        );
    }
    return undefined;
  };
  return (text) =>
    known(text) ??
    (text.includes('\n')
      ? text
          .split('\n')
          .map((line) => known(line) ?? line)
          .join('\n')
      : text);
}

const shapeOf = (text: string): RegExp =>
  new RegExp(
    `^${text
      .split('{}')
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
      .join('([^]*?)')}$`,
  );

/** What a part stands for goes in as it is; a translation that needs none leaves it out. */
const filled = (text: string, parts: readonly string[]): string =>
  text.split('{}').reduce((before, after, index) => `${before}${parts[index - 1] ?? ''}${after}`);
