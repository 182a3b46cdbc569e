/** Replaces the first match or all matches; `&` in the replacement is the matched text. */
export function substituteMatches(
  regexp: RegExp,
  replacement: string,
  text: string,
  all: boolean,
): { text: string; count: number } {
  const pieces = replacement.split(/(\\\\(?=&)|\\&|&)/);
  let made = '';
  let from = 0;
  let count = 0;
  let after = -1;
  regexp.lastIndex = 0;
  for (const found of text.matchAll(regexp)) {
    const [matched] = found;
    // An empty match right after another match does not count.
    if (matched === '' && found.index === after) continue;
    made += text.slice(from, found.index);
    for (const piece of pieces)
      made += piece === '&' ? matched : piece === '\\&' ? '&' : piece === '\\\\' ? '\\' : piece;
    from = found.index + matched.length;
    if (matched !== '') after = from;
    count += 1;
    if (!all) break;
  }
  return { text: made + text.slice(from), count };
}
