import { decode, decoderOf, encode } from '../../../bytes-text';
import type { Shell } from './shell';

/** A text whose characters are those of the shell's locale: in the C locale, its bytes. */
export function inLocale({ vars }: Shell, text: string): string {
  const [LC_ALL, LC_CTYPE, LANG] = [vars.get('LC_ALL'), vars.get('LC_CTYPE'), vars.get('LANG')];
  const read = decoderOf({ LC_ALL, LC_CTYPE, LANG });
  return read === decode ? text : read(encode(text));
}

/** A text of the shell's again: bytes that form characters are these. */
export const fromLocale = (text: string): string => (text.isWellFormed() ? text : decode(encode(text)));
