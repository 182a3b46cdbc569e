const NAMED: Readonly<Record<number, string>> = {
  7: '\\a',
  8: '\\b',
  9: '\\t',
  10: '\\n',
  11: '\\v',
  12: '\\f',
  13: '\\r',
  92: '\\\\',
};

/** The unambiguous form of a text that `l` prints. */
export function unambiguous(text: string, width: number): string {
  const cells = Array.from(text).flatMap((char) => {
    const code = char.codePointAt(0) ?? 0;
    if (NAMED[code]) return [NAMED[code] ?? ''];
    if (code >= 32 && code < 127) return [char];
    return [...new TextEncoder().encode(char)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`);
  });
  const lines: string[] = [];
  let line = '';
  for (const cell of cells) {
    if (width > 1 && line.length + cell.length > width - 1) {
      lines.push(`${line}\\`);
      line = '';
    }
    line += cell;
  }
  return `${[...lines, line].join('\n')}$\n`;
}
