import { decodeUtf8 } from '../store/bytes';
import { recode } from '../store/encoding';
import { decodeWords, fromBase64, fromQuoted } from './mail-head';
import { cleanMessage } from './message';

export interface Mail {
  readonly name: string;
  readonly email: string;
  readonly date: string;
  readonly message: string;
  readonly diff: string;
  readonly text: string;
}

/** The mails of a mailbox. */
export function splitMails(text: string): string[] {
  const parts = text.split(/^(?=From [0-9a-f]{40} )/m).filter((part) => part.trim() !== '');
  return parts.length > 0 ? parts : [text];
}

/** `keepsSubject`: `[PATCH]` and the like stay; `keepsReturns`: so do carriage returns. */
export function parseMail(
  text: string,
  { keepsSubject, keepsReturns }: { keepsSubject: boolean; keepsReturns: boolean },
): Mail {
  const plain = keepsReturns ? text : text.replaceAll('\r\n', '\n');
  const end = plain.indexOf('\n\n');
  const head = plain.slice(0, end).replaceAll(/\n[ \t]+/g, ' ');
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'mi').exec(head)?.[1] ?? '';
  const said = (name: string) => decodeWords(field(name));
  const body = contentOf(plain.slice(end + 2), field('Content-Transfer-Encoding').trim().toLowerCase());
  const charset = /charset="?([^";\s]+)/i.exec(field('Content-Type'))?.[1] ?? '';
  const cut = /^---$|^diff --git /m.exec(body);
  const written = (cut ? body.slice(0, cut.index) : body).trimEnd();
  const words = recode(written, charset, 'UTF-8') ?? written;
  const [, name = '', email = ''] = /^(.*?)\s*<(.*)>$/.exec(said('From')) ?? [];
  const subject = keepsSubject ? said('Subject') : said('Subject').replace(/^(?:\s*(?:re:|\[[^\]]*\]))*\s*/i, '');
  return {
    name: name.replace(/^"(.*)"$/, '$1'),
    email,
    date: field('Date'),
    message: cleanMessage(`${subject}\n\n${words}`, 'whitespace'),
    diff: cut ? body.slice(cut.index).replace(/^-- \n[\s\S]*$/m, '') : '',
    text,
  };
}

/** A body as it was before it was encoded for the way. */
function contentOf(body: string, encoding: string): string {
  if (encoding === 'base64') return decodeUtf8(fromBase64(body.replaceAll(/\s/g, '')));
  return encoding === 'quoted-printable' ? decodeUtf8(fromQuoted(body.replaceAll(/=[ \t]*\n/g, ''))) : body;
}
