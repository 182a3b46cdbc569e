const NAMED: Readonly<Record<number, string>> = {
  0: '\\0',
  7: '\\a',
  8: '\\b',
  9: '\\t',
  10: '\\n',
  11: '\\v',
  12: '\\f',
  13: '\\r',
};

const isPrintable = (byte: number): boolean => byte >= 32 && byte < 127;

/** A byte as `od -c` shows it: itself, an escape, or three octal digits. */
export const charCell = (byte: number): string =>
  NAMED[byte] ?? (isPrintable(byte) ? String.fromCharCode(byte) : byte.toString(8).padStart(3, '0'));

/** A byte as the text beside a dump shows it. */
export const printable = (byte: number): string => (isPrintable(byte) ? String.fromCharCode(byte) : '.');

const NAMES =
  'nul soh stx etx eot enq ack bel bs ht nl vt ff cr so si dle dc1 dc2 dc3 dc4 nak syn etb can em sub esc fs gs rs us sp'.split(
    ' ',
  );

/** A character of ASCII as `od -a` shows it: its name if it cannot be seen. */
export const controlName = (byte: number): string =>
  byte === 127 ? 'del' : (NAMES[byte] ?? String.fromCharCode(byte));
