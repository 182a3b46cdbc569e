import escapeStringRegexp from 'escape-string-regexp';

type Pair = readonly [english: string, other: string];

/** Translates a text by its English form; unlisted texts stay as they are. `{0}` stands for a variable part. */
export function lookUpIn(pairs: readonly Pair[]): (text: string) => string {
  const whole = new Map(pairs);
  // Longer forms go first, as they are more specific.
  const forms = pairs
    .filter(([english]) => /\{\d\}/.test(english))
    .toSorted(([a], [b]) => b.length - a.length)
    .map(([english, other]) => ({ form: formOf(english), other }));
  return (text) => {
    const known = whole.get(text);
    if (known !== undefined) return known;
    for (const { form, other } of forms) {
      const parts = form.exec(text);
      if (parts) return other.replace(/\{(\d)\}/g, (_, index: string) => parts[Number(index) + 1] ?? '');
    }
    return text;
  };
}

const formOf = (english: string): RegExp =>
  new RegExp(
    `^${english
      .split(/\{\d\}/)
      .map(escapeStringRegexp)
      .join('([^]*?)')}$`,
  );
