/** Wraps as git does: keeps blank lines, and line ends that are not followed by a letter or digit. */
export function wrapped(text: string, { width, first, rest }: { width: number; first: number; rest: number }): string {
  if (width === 0) return text.replaceAll(/^(?=[^])/gm, (_, at: number) => ' '.repeat(at === 0 ? first : rest));
  let out = '';
  let [indent, used, begin, blank]: [number, number, number, number | undefined] = [first, first, 0, undefined];
  for (let at = 0; ;) {
    const letter = text[at];
    if (letter !== undefined && !/\s/.test(letter)) {
      used++;
      at++;
      continue;
    }
    let ends = used > width && blank !== undefined;
    if (!ends) {
      if (letter === undefined && at === begin) return out;
      out += (blank === undefined ? ' '.repeat(indent) : '') + text.slice(blank ?? begin, at);
      if (letter === undefined) return out;
      blank = at;
      if (letter === '\n') {
        blank++;
        if (text[blank] === '\n') out += '\n';
        else if (/[a-z0-9]/i.test(text[blank] ?? '')) out += ' ';
        ends = !/[a-z0-9]/i.test(text[blank] ?? '');
      }
      if (!ends) {
        used = (letter === '\t' ? used | 7 : used) + 1;
        at++;
        continue;
      }
    }
    out += '\n';
    const from = blank ?? at;
    at = from + (/\s/.test(text[from] ?? '') ? 1 : 0);
    begin = at;
    blank = undefined;
    used = indent = rest;
  }
}
