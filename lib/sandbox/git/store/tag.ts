import { decodeUtf8, encodeUtf8 } from './bytes';
import type { ObjectKind, ObjectStore } from './objects';
import { formatPerson, parsePerson, type Signature } from './person';

/** An annotated tag. */
export interface Tag {
  readonly object: string;
  readonly type: string;
  readonly tag: string;
  readonly tagger: Signature;
  readonly message: string;
}

export function parseTag(data: Uint8Array): Tag {
  const text = decodeUtf8(data);
  const end = text.indexOf('\n\n');
  const of = (key: string) => new RegExp(`^${key} (.*)$`, 'm').exec(text.slice(0, end))?.[1] ?? '';
  return {
    object: of('object'),
    type: of('type'),
    tag: of('tag'),
    tagger: parsePerson(of('tagger')),
    message: text.slice(end + 2),
  };
}

export const writeTag = (objects: ObjectStore, { object, type, tag, tagger, message }: Tag): Promise<string> =>
  objects.write(
    'tag',
    encodeUtf8(`object ${object}\ntype ${type}\ntag ${tag}\ntagger ${formatPerson(tagger)}\n\n${message}`),
  );

/**
 * The object that a tag finally points to; any other object is itself. With a kind: undefined if the object is of
 * another kind.
 */
export async function peel(objects: ObjectStore, oid: string, kind?: ObjectKind): Promise<string | undefined> {
  let id = oid;
  for (let found = await objects.find(id); found; found = await objects.find(id)) {
    if (found.kind === kind || (kind === undefined && found.kind !== 'tag')) return id;
    if (found.kind === 'tag') id = parseTag(found.data).object;
    else if (found.kind === 'commit' && kind === 'tree')
      return /^tree ([0-9a-f]{40})/.exec(decodeUtf8(found.data))?.[1];
    else return undefined;
  }
  return undefined;
}
