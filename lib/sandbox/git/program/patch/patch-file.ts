import { inflate } from 'pako';
import { GitFailure } from '../../git-failure';
import { decode85 } from '../diff/binary-patch';
import { applyDelta } from './apply-delta';
import { unquotePath } from '../text/quote-path';

export interface PatchHunk {
  readonly oldStart: number;
  readonly oldCount: number;
  readonly newStart: number;
  readonly newCount: number;
  /** The lines with their marks; `\` follows a line without a line end. */
  readonly lines: readonly string[];
  readonly head: string;
  /** The line number of the hunk's header in the patch, from 1. */
  readonly at: number;
}

/** A patch's changes to one file. */
export interface FileEdit {
  /** Whether it is no git patch: its names are relative to the folder that it is applied in. */
  readonly plain: boolean;
  /** The start of the old content's id, as the `index` line has it. */
  readonly oldId: string | undefined;
  /** That of the new content's. */
  readonly newId: string | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly oldMode: number | undefined;
  readonly newMode: number | undefined;
  readonly renames: boolean;
  readonly copies: boolean;
  readonly similarity: number | undefined;
  readonly hunks: readonly PatchHunk[];
  /** What makes the new and the old content if the file is binary; undefined if the patch does not have them. */
  readonly binary: { readonly now: BinaryPart | undefined; readonly old: BinaryPart | undefined } | undefined;
}

/** Makes one content of a binary file, from the other if the patch only says how they differ; undefined if it cannot. */
export type BinaryPart = (other: Uint8Array) => Uint8Array | undefined;

const strip = (path: string, count: number): string => path.split('/').slice(count).join('/');

/**
 * Parses a patch; `count` folders are stripped from names, and `recount` takes hunks to be as long as they are. Fails if
 * a hunk is not what its header says.
 */
export function parsePatch(text: string, count = 1, recount = false): FileEdit[] {
  const lines = text.split('\n');
  const found: FileEdit[] = [];
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? '';
    const plain =
      line.startsWith('--- ') && (lines[at + 1] ?? '').startsWith('+++ ') && (lines[at + 2] ?? '').startsWith('@@');
    if (!line.startsWith('diff --git ') && !plain) {
      at++;
      continue;
    }
    const edit = parseEdit(lines, at, count, recount);
    found.push(edit.edit);
    at = edit.next;
  }
  return found;
}

function namesOf(line: string, count: number): [string, string] {
  const rest = line.slice('diff --git '.length);
  const quoted = /^("(?:[^"\\]|\\.)*"|\S+) ("(?:[^"\\]|\\.)*"|\S+)$/.exec(rest);
  if (quoted) return [strip(unquotePath(quoted[1] ?? ''), count), strip(unquotePath(quoted[2] ?? ''), count)];
  const half = (rest.length - 1) / 2;
  return [strip(rest.slice(0, half), count), strip(rest.slice(half + 1), count)];
}

function parseEdit(
  lines: readonly string[],
  start: number,
  count: number,
  recount: boolean,
): { edit: FileEdit; next: number } {
  let at = start;
  let [from, to]: [string | undefined, string | undefined] = lines[at]?.startsWith('diff --git')
    ? namesOf(lines[at] ?? '', count)
    : [undefined, undefined];
  const plain = !lines[at]?.startsWith('diff --git');
  if (!plain) at++;
  let [oldMode, newMode]: [number | undefined, number | undefined] = [undefined, undefined];
  let [renames, copies] = [false, false];
  let similarity: number | undefined;
  let [oldId, newId]: [string | undefined, string | undefined] = [undefined, undefined];
  let binary: FileEdit['binary'];
  const hunks: PatchHunk[] = [];
  for (; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const word = (start: string) => (line.startsWith(start) ? line.slice(start.length) : undefined);
    const name = (text: string) => unquotePath(text.replace(/\t.*$/, ''));
    if (line.startsWith('diff --git ')) break;
    if (word('old mode ') !== undefined) oldMode = parseInt(word('old mode ') ?? '', 8);
    else if (word('new mode ') !== undefined) newMode = parseInt(word('new mode ') ?? '', 8);
    else if (word('new file mode ') !== undefined) {
      newMode = parseInt(word('new file mode ') ?? '', 8);
      from = undefined;
    } else if (word('deleted file mode ') !== undefined) {
      oldMode = parseInt(word('deleted file mode ') ?? '', 8);
      to = undefined;
    } else if (word('similarity index ') !== undefined) similarity = parseInt(word('similarity index ') ?? '', 10);
    else if (word('index ') !== undefined) {
      const [, before, after, mode] = /^([0-9a-f]+)\.\.([0-9a-f]+)(?: ([0-7]{6}))?/.exec(word('index ') ?? '') ?? [];
      [oldId, newId] = [before, after];
      if (mode !== undefined) oldMode = parseInt(mode, 8);
    } else if (word('rename from ') !== undefined) [from, renames] = [name(word('rename from ') ?? ''), true];
    else if (word('rename to ') !== undefined) to = name(word('rename to ') ?? '');
    else if (word('copy from ') !== undefined) [from, copies] = [name(word('copy from ') ?? ''), true];
    else if (word('copy to ') !== undefined) to = name(word('copy to ') ?? '');
    else if (line.startsWith('--- ') && (lines[at + 1] ?? '').startsWith('+++ ')) {
      if (hunks.length > 0) break;
      const [old, now] = [name(line.slice(4)), name((lines[at + 1] ?? '').slice(4))];
      from = old === '/dev/null' ? undefined : renames || copies ? from : strip(old, count);
      to = now === '/dev/null' ? undefined : renames || copies ? to : strip(now, count);
      at++;
    } else if (line.startsWith('@@ ')) {
      const hunk = parseHunk(lines, at, recount);
      hunks.push(hunk.hunk);
      at = hunk.next - 1;
    } else if (line === 'GIT binary patch') {
      const parsed = parseBinary(lines, at + 1);
      binary = parsed.binary;
      at = parsed.next - 1;
    } else if (line.startsWith('Binary files ')) binary = { now: undefined, old: undefined };
    else if (hunks.length > 0 || binary) break;
  }
  const about = { plain, oldId, newId, from, to, oldMode, newMode, renames, copies, similarity, hunks, binary };
  return { edit: about, next: at };
}

function parseHunk(lines: readonly string[], start: number, recount: boolean): { hunk: PatchHunk; next: number } {
  const head = lines[start] ?? '';
  const [, a = '0', b = '1', c = '0', d = '1'] = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(head) ?? [];
  const [oldCount, newCount] = recount ? countedLines(lines, start + 1) : [Number(b), Number(d)];
  const own: string[] = [];
  let [old, now] = [0, 0];
  let at = start + 1;
  const corrupt = () => new GitFailure(`corrupt patch at line ${at + 1}`, 128, 'error: ');
  for (; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (line.startsWith('\\ ')) {
      own.push(line);
      continue;
    }
    if (old >= oldCount && now >= newCount) break;
    const mark = line === '' ? ' ' : (line[0] ?? ' ');
    // The text after the last line end is no line.
    if (!' -+'.includes(mark) || at === lines.length - 1) throw corrupt();
    if (mark !== '+') old++;
    if (mark !== '-') now++;
    own.push(line === '' ? ' ' : line);
  }
  const changes = own.some((line) => line.startsWith('-') || line.startsWith('+'));
  if (old !== oldCount || now !== newCount || (!recount && !changes)) throw corrupt();
  return {
    hunk: { oldStart: Number(a), oldCount, newStart: Number(c), newCount, lines: own, head, at: start + 1 },
    next: at,
  };
}

/** How many lines of the old and of the new file a hunk really has. */
function countedLines(lines: readonly string[], start: number): [number, number] {
  let [old, now] = [0, 0];
  for (let at = start; at < lines.length - 1; at++) {
    const mark = lines[at]?.[0] ?? ' ';
    if (mark === '\\') continue;
    if (!' -+'.includes(mark)) break;
    if (mark !== '+') old++;
    if (mark !== '-') now++;
  }
  return [old, now];
}

function parseBinary(lines: readonly string[], start: number): { binary: FileEdit['binary']; next: number } {
  const parts: (BinaryPart | undefined)[] = [];
  let at = start;
  while (/^(?:literal|delta) \d+$/.test(lines[at] ?? '')) {
    const isLiteral = lines[at]?.startsWith('literal');
    const own: string[] = [];
    for (at++; at < lines.length && lines[at] !== ''; at++) own.push(lines[at] ?? '');
    at++;
    const packed = decode85(own);
    const bytes = packed && inflate(packed);
    parts.push(bytes && (isLiteral ? () => bytes : (other) => applyDelta(other, bytes)));
  }
  return { binary: { now: parts[0], old: parts[1] }, next: at };
}
