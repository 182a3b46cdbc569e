import { decodeUtf8, encodeUtf8 } from './bytes';
import type { ObjectStore } from './objects';
import { formatPerson, parsePerson, type Person } from './person';

export interface Commit {
  readonly oid: string;
  readonly tree: string;
  readonly parents: readonly string[];
  readonly author: Person;
  readonly committer: Person;
  readonly message: string;
  /** The text of the commit without its message. */
  readonly header: string;
}

const parsed = new WeakMap<Uint8Array, Commit>();

export async function readCommit(objects: ObjectStore, oid: string): Promise<Commit> {
  const { data } = await objects.read(oid, 'commit');
  const known = parsed.get(data);
  if (known) return known;
  const commit = parseCommit(oid, decodeUtf8(data));
  parsed.set(data, commit);
  return commit;
}

function parseCommit(oid: string, text: string): Commit {
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
  };
}

export const writeCommit = (
  objects: ObjectStore,
  { tree, parents, author, committer, message }: Omit<Commit, 'oid' | 'header'>,
): Promise<string> =>
  objects.write(
    'commit',
    encodeUtf8(
      [
        `tree ${tree}`,
        ...parents.map((oid) => `parent ${oid}`),
        `author ${formatPerson(author)}`,
        `committer ${formatPerson(committer)}`,
        '',
        message,
      ].join('\n'),
    ),
  );

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
