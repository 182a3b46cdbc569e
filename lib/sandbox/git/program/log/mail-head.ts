import { subjectLine, type Commit } from '../../store/commit';
import { concat } from '../../../bytes-text';
import { decodeUtf8, encodeUtf8 } from '../../store/bytes';
import { decodeFrom, isUtf8 } from '../../store/encoding';
import { formatDate } from '../people/dates';

/** Most characters in a line with encoded words (RFC 2047). */
const MOST = 76;
const START = '=?UTF-8?q?';

/** The headers that a mail needs if it is not all ASCII. */
const mimeHead = (...texts: readonly string[]): string =>
  texts.every(isAscii)
    ? ''
    : 'MIME-Version: 1.0\nContent-Type: text/plain; charset=UTF-8\nContent-Transfer-Encoding: 8bit\n';

const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);

/**
 * The header of a commit that is written as a mail, with the empty line after it. `tag`: `[PATCH 1/2] `; `others`: what else
 * the mail quotes.
 */
export function mailHead({ oid, author, message }: Commit, tag: string, ...others: readonly string[]): string {
  const subject = subjectLine(message);
  const titled = isAscii(subject)
    ? `Subject: ${tag}${subject}`.replaceAll(/(.{1,76})(?: |$)/g, '$1\n ').trimEnd()
    : encoded(`Subject: ${tag}`, subject, /[^\x21-\x7e]|[=?_]/);
  const name = isAscii(author.name) ? `From: ${author.name}` : encoded('From: ', author.name, /[^A-Za-z0-9!*+\-/]/);
  return `From ${oid} Mon Sep 17 00:00:00 2001\n${name} <${author.email}>\nDate: ${formatDate(author, 'rfc')}\n${titled}\n${mimeHead(author.name, message, ...others)}\n`;
}

/** Text that is not only ASCII, as encoded words after the name of its field. */
function encoded(field: string, text: string, special: RegExp): string {
  let out = `${field}${START}`;
  let length = out.length;
  for (const char of text) {
    const code = special.test(char)
      ? Array.from(encodeUtf8(char), (byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')
      : char;
    if (length + code.length + 2 > MOST) {
      out += `?=\n ${START}`;
      length = START.length + 1;
    }
    out += code;
    length += code.length;
  }
  return `${out}?=`;
}

/** Decodes the encoded words of a field; those in encodings that are not known stay. */
export const decodeWords = (text: string): string =>
  text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?([^?]+)\?([qb])\?([^?]*)\?=/gi, (whole, charset: string, kind: string, words: string) => {
      const bytes = kind.toLowerCase() === 'b' ? fromBase64(words) : fromQuoted(words.replaceAll('_', ' '));
      return isUtf8(charset) ? decodeUtf8(bytes) : (decodeFrom(charset, bytes) ?? whole);
    });

/** Characters that are not base64 are skipped, as git does: a mailing list may have added a footer. */
export function fromBase64(text: string): Uint8Array {
  const plain = text.replaceAll(/[^A-Za-z0-9+/]/g, '');
  const whole = plain.length % 4 === 1 ? plain.slice(0, -1) : plain;
  return Uint8Array.from(atob(whole), (char) => char.charCodeAt(0));
}

/** The bytes of text in which `=E9` is one. */
export const fromQuoted = (text: string): Uint8Array =>
  concat(
    (text.match(/=[0-9A-Fa-f]{2}|[^=]+|=/g) ?? []).map((part) =>
      /^=./.test(part) ? Uint8Array.of(parseInt(part.slice(1), 16)) : encodeUtf8(part),
    ),
  );
