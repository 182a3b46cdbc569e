/** A part of the replacement of `s`: text, a group, or a change of case. */
export type ReplacementPiece = { text: string } | { group: number } | { change: 'U' | 'L' | 'u' | 'l' | 'E' };

/** Characters for a letter after a backslash. */
export const SIMPLE: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', f: '\f', v: '\v', a: '\x07' };

/** Parses a replacement into its parts. With `posix`, nothing in it changes case. */
export function piecesOf(text: string, posix: boolean): ReplacementPiece[] {
  const made: ReplacementPiece[] = [];
  const put = (more: string) => {
    const last = made.at(-1);
    if (last && 'text' in last) made[made.length - 1] = { text: last.text + more };
    else made.push({ text: more });
  };
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === '&') made.push({ group: 0 });
    else if (char !== '\\') put(char);
    else {
      at += 1;
      const next = text.charAt(at);
      if (/\d/.test(next)) made.push({ group: Number(next) });
      else if (posix) put(SIMPLE[next] ?? next);
      else if (next === 'U' || next === 'L' || next === 'u' || next === 'l' || next === 'E')
        made.push({ change: next });
      else put(SIMPLE[next] ?? next);
    }
  }
  return made;
}
