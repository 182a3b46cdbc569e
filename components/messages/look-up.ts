type Pair = readonly [english: string, other: string];

/** Says a text in another language, by its English; one that is not listed stays as it is. `{0}` stands for what is particular. */
export function lookUpIn(pairs: readonly Pair[]): (text: string) => string {
  const whole = new Map(pairs);
  // The more of a text a form names, the more it means it.
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
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('([^]*?)')}$`,
  );
