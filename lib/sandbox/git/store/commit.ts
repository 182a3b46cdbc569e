import { decodeUtf8, encodeUtf8 } from './bytes';
import { isUtf8, recode } from './encoding';
import type { ObjectStore } from './objects';
import { formatPerson, parsePerson, type Signature } from './person';

export interface Commit {
  readonly oid: string;
  readonly tree: string;
  readonly parents: readonly string[];
  readonly author: Signature;
  readonly committer: Signature;
  readonly message: string;
  /** The text of the commit without its message. */
  readonly header: string;
  /** What the commit says it is encoded in; empty for UTF-8. Its texts here are in the encoding of the store. */
  readonly encoding: string;
}

const parsed = new WeakMap<Uint8Array, Commit>();

export async function readCommit(objects: ObjectStore, oid: string): Promise<Commit> {
  const { data } = await objects.read(oid, 'commit');
  const known = parsed.get(data);
  const commit = known?.oid === oid ? known : parseCommit(oid, decodeUtf8(data), objects.encoding);
  parsed.set(data, commit);
  const parents = objects.grafts.get(oid);
  return parents ? { ...commit, parents } : commit;
}

function parseCommit(oid: string, stored: string, wanted: string): Commit {
  const encoding = /^(?:.+\n)*?encoding (.*)\n/.exec(stored)?.[1] ?? '';
  const text = inEncoding(stored, encoding, wanted);
  const end = text.indexOf('\n\n');
  const header = end < 0 ? text : text.slice(0, end);
  const all = (key: string) => [...header.matchAll(new RegExp(`^${key} (.*)$`, 'gm'))].map(([, value]) => value ?? '');
  return {
    oid,
    tree: all('tree')[0] ?? '',
    parents: all('parent'),
    author: parsePerson(all('author')[0] ?? ''),
    committer: parsePerson(all('committer')[0] ?? ''),
    message: end < 0 ? '' : text.slice(end + 2),
    header,
    encoding,
  };
}

/** The text of a commit in another encoding, which its header then names; unchanged if it cannot be converted. */
function inEncoding(text: string, from: string, to: string): string {
  const changed = recode(text, from, to);
  return changed === undefined || changed === text
    ? text
    : changed.replace(/^((?:.+\n)*?)encoding .*\n/, isUtf8(to) ? '$1' : `$1encoding ${to}\n`);
}

const NOT_UTF8 = `Warning: commit message did not conform to UTF-8.
You may want to amend it after fixing the message, or set the config
variable i18n.commitEncoding to the encoding your project uses.
`;

/** Writes a commit. What is not UTF-8, though the commit should be, is taken for Latin-1, as git does. */
export async function writeCommit(
  objects: ObjectStore,
  { tree, parents, author, committer, message }: Omit<Commit, 'oid' | 'header' | 'encoding'>,
): Promise<string> {
  const text = [
    `tree ${tree}`,
    ...parents.map((oid) => `parent ${oid}`),
    `author ${formatPerson(author)}`,
    `committer ${formatPerson(committer)}`,
    ...(isUtf8(objects.encoding) ? [] : [`encoding ${objects.encoding}`]),
    '',
    message,
  ].join('\n');
  if (!isUtf8(objects.encoding) || text.isWellFormed()) return objects.write('commit', encodeUtf8(text));
  objects.warn(NOT_UTF8);
  const latin = text.replaceAll(/[\udc80-\udcff]/gu, (byte) => String.fromCharCode(byte.charCodeAt(0) - 0xdc00));
  return objects.write('commit', encodeUtf8(latin));
}

/** The first paragraph of a message, in one line. */
export const subjectLine = (message: string): string => {
  const [first = ''] = message.replace(/^\n+/, '').split(/\n[ \t]*(?:\n|$)/);
  return first
    .split('\n')
    .map((line) => line.trimEnd())
    .join(' ');
};

/** What follows the first paragraph of a message. */
export const bodyOf = (message: string): string => {
  const found = /\n[ \t]*\n/.exec(message.replace(/^\n+/, ''));
  return found
    ? message
        .replace(/^\n+/, '')
        .slice(found.index + found[0].length)
        .replace(/^\n+/, '')
    : '';
};
