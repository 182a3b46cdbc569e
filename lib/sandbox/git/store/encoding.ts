import { reader, writer } from '../../character-sets';
import { concat } from '../../bytes-text';
import { decodeUtf8, encodeUtf8 } from './bytes';

/** Whether a name, which may be empty for git's own encoding, means UTF-8. */
export const isUtf8 = (name: string): boolean => /^(?:utf-?8)?$/i.test(name);

/** Whether text can be converted to an encoding here. */
export const isWritable = (name: string): boolean => isUtf8(name) || writer(name) !== undefined;

/** Encodings whose text begins with a mark that tells the order of bytes. */
const MARKED = /^(?:utf|ucs)-?(?:16|32|2|4)(?:le-bom)?$/i;

const plainName = (name: string): string => name.replace(/-bom$/i, '') || 'utf-8';

/** The text of bytes in an encoding; undefined if they are not in it, or it is unknown. */
export function decodeFrom(name: string, bytes: Uint8Array): string | undefined {
  const read = reader(plainName(name))?.(bytes);
  return read?.wrongAt === undefined ? read?.text.replace(MARKED.test(name) ? /^\ufeff/ : /^$/, '') : undefined;
}

/** Text as bytes in an encoding; undefined if it has not all characters, or cannot be written here. */
export function encodeTo(name: string, text: string): Uint8Array | undefined {
  const write = writer(plainName(name));
  if (!write) return undefined;
  const parts: Uint8Array[] = [];
  for (const letter of MARKED.test(name) ? `\ufeff${text}` : text) {
    const made = write(letter);
    if (!made) return undefined;
    parts.push(made);
  }
  return concat(parts);
}

/** Text with the bytes it has in another encoding; undefined if it cannot be converted. */
export function recode(text: string, from: string, to: string): string | undefined {
  if (from.toLowerCase() === to.toLowerCase() || (isUtf8(from) && isUtf8(to))) return text;
  const read = decodeFrom(from, encodeUtf8(text));
  const bytes = read === undefined ? undefined : encodeTo(to, read);
  return bytes && decodeUtf8(bytes);
}
