import { GitFailure } from '../git-failure';
import { decodeUtf8 } from './bytes';
import type { ObjectKind } from './objects';

/** Fails if bytes cannot be an object of a kind, in git's words. */
export function mustBeObject(kind: ObjectKind, data: Uint8Array): void {
  if (kind === 'tree') checkTree(data);
  if (kind === 'commit') checkCommit(decodeUtf8(data));
  if (kind === 'tag' && !isTag(decodeUtf8(data))) throw new GitFailure('corrupt tag');
}

const ID_BYTES = 20;

function checkTree(data: Uint8Array): void {
  for (let at = 0; at < data.length;) {
    const rest = data.subarray(at);
    if (rest.length < ID_BYTES + 3 || rest[rest.length - ID_BYTES - 1] !== 0)
      throw new GitFailure('too-short tree object');
    const space = rest.indexOf(32);
    if (space < 1 || !/^[0-7]+$/.test(decodeUtf8(rest.subarray(0, space))))
      throw new GitFailure('malformed mode in tree entry');
    const end = rest.indexOf(0, space);
    if (end === space + 1) throw new GitFailure('empty filename in tree entry');
    if (rest.length < end + 1 + ID_BYTES) throw new GitFailure('too-short tree file');
    at += end + 1 + ID_BYTES;
  }
}

function checkCommit(text: string): void {
  const why = !/^tree .{40}\n./s.test(text)
    ? 'bogus commit object'
    : /^tree [0-9a-f]{40}\n/.test(text)
      ? undefined
      : 'bad tree pointer in commit';
  const parents = text.slice(text.indexOf('\n') + 1).split('\n');
  const bad = parents
    .slice(
      0,
      parents.findIndex((line) => !line.startsWith('parent ')),
    )
    .some((line) => !PARENT.test(line));
  const said = why ?? (bad ? 'bad parents in commit' : undefined);
  if (said !== undefined) throw new GitFailure(`${said} ${'0'.repeat(40)}\nfatal: corrupt commit`, 128, 'error: ');
}

const PARENT = /^parent [0-9a-f]{40}$/;

const isTag = (text: string): boolean =>
  /^object [0-9a-f]{40}\ntype (?:commit|tree|blob|tag)\ntag [^\n]+\n/.test(text) && text.length >= 64;
