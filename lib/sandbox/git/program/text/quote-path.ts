import type { Context } from '../setup/context';
import { decodeUtf8, encodeUtf8 } from '../../store/bytes';

const ESCAPES: Readonly<Record<string, string>> = {
  '\u0007': 'a',
  '\b': 'b',
  '\t': 't',
  '\n': 'n',
  '\u000b': 'v',
  '\f': 'f',
  '\r': 'r',
  '"': '"',
  '\\': '\\',
};

/** A path as git shows it: quoted and escaped if it has unusual characters. */
export function quotePath(path: string, { config }: Pick<Context, 'config'>, { spaces = false } = {}): string {
  const all = config.boolean('core.quotePath') !== false;
  let odd = spaces && path.includes(' ');
  let out = '';
  for (const char of path) {
    const code = char.codePointAt(0) ?? 0;
    const escape = ESCAPES[char];
    if (escape !== undefined) out += `\\${escape}`;
    else if (code < 32 || code === 127 || (all && code > 127)) {
      out += [...encodeUtf8(char)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
    } else {
      out += char;
      continue;
    }
    odd = true;
  }
  return odd ? `"${out}"` : path;
}

/** Undoes `quotePath`. */
export function unquotePath(text: string): string {
  if (!text.startsWith('"')) return text;
  const bytes: number[] = [];
  const inner = text.slice(1, text.lastIndexOf('"'));
  for (let at = 0; at < inner.length; at++) {
    const octal = /^\\([0-7]{3})/.exec(inner.slice(at));
    if (octal) {
      bytes.push(parseInt(octal[1] ?? '0', 8));
      at += 3;
    } else if (inner[at] === '\\') {
      const next = inner[++at] ?? '';
      const plain = Object.entries(ESCAPES).find(([, letter]) => letter === next)?.[0] ?? next;
      bytes.push(...encodeUtf8(plain));
    } else bytes.push(...encodeUtf8(String.fromCodePoint(inner.codePointAt(at) ?? 0)));
    if ((inner.codePointAt(at) ?? 0) > 0xffff) at++;
  }
  return decodeUtf8(new Uint8Array(bytes));
}
