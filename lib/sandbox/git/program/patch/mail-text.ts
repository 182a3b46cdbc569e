import { decodeUtf8 } from '../../store/bytes';
import { recode } from '../../store/encoding';
import { decodeWords, fromBase64, fromQuoted } from '../log/mail-head';
import { cleanMessage } from '../message/message';

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

interface MailRules {
  /** Whether `[PATCH]` and the like stay in the subject; `others` takes out only those with the word. */
  readonly keepsSubject: 'all' | 'others' | 'none';
  readonly keepsReturns: boolean;
  /** Whether what is before a line such as `-- >8 --` is left out. */
  readonly scissors: boolean;
  readonly messageId: boolean;
}

const SCISSORS = /^(?=.*--)[\s-]*(?:-[\s-]*)?(?:>8|8<|>%|%<)(?:.*(?:-|>8|8<|>%|%<))?\s*$/;

/** Reads a mail; the first lines of its body may name another author, date or subject. */
export function parseMail(text: string, rules: MailRules): Mail {
  const plain = rules.keepsReturns ? text : text.replaceAll('\r\n', '\n');
  const end = plain.indexOf('\n\n');
  const head = plain.slice(0, end).replaceAll(/\n[ \t]+/g, ' ');
  const outer = (name: string) => new RegExp(`^${name}: (.*)$`, 'mi').exec(head)?.[1];
  const whole = contentOf(plain.slice(end + 2), (outer('Content-Transfer-Encoding') ?? '').trim().toLowerCase());
  const cut = /^---$|^diff --git /m.exec(whole);
  const written = (cut ? whole.slice(0, cut.index) : whole).trimEnd();
  const { fields, rest } = fieldsWithin(rules.scissors ? afterScissors(written) : written);
  const said = (name: string) => decodeWords(fields.get(name) ?? outer(name) ?? '');
  const charset = /charset="?([^";\s]+)/i.exec(outer('Content-Type') ?? '')?.[1] ?? '';
  const words = recode(rest, charset, 'UTF-8') ?? rest;
  const [, name = '', email = ''] = /^(.*?)\s*<(.*)>$/.exec(said('From')) ?? [];
  const id = rules.messageId ? outer('Message-Id') : undefined;
  return {
    name: name.replace(/^"(.*)"$/, '$1'),
    email,
    date: fields.get('Date') ?? outer('Date') ?? '',
    message: cleanMessage(
      `${subjectOf(said('Subject'), rules.keepsSubject)}\n\n${words}${id === undefined ? '' : `\nMessage-Id: ${id}\n`}`,
      'whitespace',
    ),
    diff: cut ? whole.slice(cut.index).replace(/^-- \n[\s\S]*$/m, '') : '',
    text,
  };
}

const subjectOf = (subject: string, keeps: MailRules['keepsSubject']): string =>
  keeps === 'all'
    ? subject
    : subject.replace(
        keeps === 'none' ? /^(?:\s*(?:re:|\[[^\]]*\]))*\s*/i : /^(?:\s*(?:re:|\[[^\]]*PATCH[^\]]*\]))*\s*/i,
        '',
      );

function afterScissors(body: string): string {
  const lines = body.split('\n');
  return lines.slice(lines.findLastIndex((line) => SCISSORS.test(line)) + 1).join('\n');
}

/** The fields with which a body begins, and what follows them. */
function fieldsWithin(body: string): {
  fields: Map<string, string>;
  rest: string;
} {
  const fields = new Map<string, string>();
  const lines = body.replace(/^\n+/, '').split('\n');
  let at = 0;
  for (; at < lines.length; at++) {
    const [, name, value = ''] = /^>?(From|Subject|Date): (.*)$/.exec(lines[at] ?? '') ?? [];
    if (name === undefined) break;
    fields.set(name, value);
  }
  return fields.size === 0 ? { fields, rest: body } : { fields, rest: lines.slice(at).join('\n') };
}

/** A body as it was before it was encoded for the way. */
function contentOf(body: string, encoding: string): string {
  if (encoding === 'base64') return decodeUtf8(fromBase64(body.replaceAll(/\s/g, '')));
  return encoding === 'quoted-printable' ? decodeUtf8(fromQuoted(body.replaceAll(/=[ \t]*\n/g, ''))) : body;
}
