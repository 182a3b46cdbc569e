import { GitFailure } from '../git-failure';
import { decodeUtf8 } from '../store/bytes';
import { entryAt } from '../store/tree';
import { splitLines, diffLines } from '../diff/line-diff';
import type { Context } from './context';
import type { DiffStyle } from './diff-style';
import { separates, type CommitLook } from './commit-look';
import { formatCommit } from './format-commit';
import { commitHistory } from './history';
import type { Chosen, LogOptions } from './log-options';
import { treeOfCommit } from './merge-into-work';
import { inRepository } from './pathspec';
import { followStep, linesBefore } from './select-commits';

/** A range of lines, from 0, end exclusive, written as `1,5`, `/pattern/,+3` or `:function`. */
export function lineRange(text: string, lines: readonly string[], file: string): readonly [number, number] {
  const place = (part: string, from: number): number => {
    if (/^\d+$/.test(part)) return Number(part) - 1;
    if (/^\+\d+$/.test(part)) return from + Number(part.slice(1)) - 1;
    if (/^-\d+$/.test(part)) return from - Number(part.slice(1)) + 1;
    const pattern = /^\/(.*)\/$/.exec(part)?.[1];
    const shown = pattern ?? part;
    const found =
      pattern === undefined ? -1 : lines.findIndex((line, at) => at >= from && new RegExp(pattern).test(line));
    if (found < 0) throw new GitFailure(`-L parameter '${shown}' starting at line ${from + 1}: No match`);
    return found;
  };
  if (text.startsWith(':')) {
    const start = lines.findIndex((line) => /^[A-Za-z_$]/.test(line) && new RegExp(text.slice(1)).test(line));
    if (start < 0) throw new GitFailure(`-L parameter '${text.slice(1)}' starting at line 1: no match`);
    const end = lines.findIndex((line, at) => at > start && /^[A-Za-z_$]/.test(line));
    return [start, end < 0 ? lines.length : end];
  }
  const [, from = '', to] = /^(\/(?:[^\\/]|\\.)*\/|[^,]*)(?:,(.*))?$/.exec(text) ?? [];
  const start = from === '' ? 0 : place(from, 0);
  if (start >= lines.length)
    throw new GitFailure(`file ${file} has only ${lines.length} line${lines.length === 1 ? '' : 's'}`);
  const end = to === undefined || to === '' ? lines.length : place(to, /^[+-]/.test(to) ? start : start + 1) + 1;
  return start < end ? [start, Math.min(end, lines.length)] : [Math.max(0, end - 1), start + 1];
}

/** `log -L`: the commits that changed some lines, each with its changes to them. */
export async function lineHistory(
  context: Context,
  chosen: Chosen,
  written: string,
  look: CommitLook,
  style: DiffStyle,
  options: LogOptions,
): Promise<string> {
  const [, spec = '', file = ''] = /^(.*):([^:]+)$/s.exec(written) ?? [];
  // The file's name at that commit.
  let path = inRepository(context, context.io.cwd, file);
  const most = Number(options.value('most') ?? Infinity);
  const read = async (commit: string | undefined, path: string): Promise<Uint8Array | undefined> => {
    const entry =
      commit === undefined ? undefined : await entryAt(context.objects, await treeOfCommit(context, commit), path);
    return entry && context.objects.blob(entry.oid);
  };
  let range: readonly [number, number] | undefined;
  let out = '';
  let count = 0;
  for await (const commit of commitHistory(context, chosen.include, { without: chosen.exclude })) {
    const now = await read(commit.oid, path);
    if (!now || count >= most) continue;
    range ??= lineRange(spec, splitLines(decodeUtf8(now)), path);
    const from = (await followStep(context, commit, path))?.before ?? path;
    const old = (await read(commit.parents[0], from)) ?? new Uint8Array();
    const before = linesBefore(old, now, range);
    if (before.touched) {
      count++;
      const [a, b] = [splitLines(decodeUtf8(old)), splitLines(decodeUtf8(now))];
      const head = `${out !== '' && separates(look.format) ? '\n' : ''}${formatCommit(commit, look)}`;
      out += style.silent
        ? head
        : `${head}\n${rangePatch([from, path], a, b, before.range, range, commit.parents.length === 0 || old.length === 0)}`;
    }
    range = before.range;
    path = from;
  }
  return out;
}

function rangePatch(
  [from, to]: readonly [string, string],
  old: readonly string[],
  now: readonly string[],
  before: readonly [number, number],
  after: readonly [number, number],
  isNew: boolean,
): string {
  const [a, b] = [old.slice(...before), now.slice(...after)];
  const side = (start: number, lines: readonly string[], none = false) =>
    none ? '0,0' : `${start + 1},${lines.length}`;
  let out = `diff --git a/${from} b/${to}\n--- ${isNew ? '/dev/null' : `a/${from}`}\n+++ b/${to}\n@@ -${side(before[0], a, isNew)} +${side(after[0], b)} @@\n`;
  let at = 0;
  for (const { oldStart, oldEnd, newStart, newEnd } of diffLines(a, b)) {
    out += b
      .slice(at, newStart)
      .map((line) => ` ${line}`)
      .join('');
    out +=
      a
        .slice(oldStart, oldEnd)
        .map((line) => `-${line}`)
        .join('') +
      b
        .slice(newStart, newEnd)
        .map((line) => `+${line}`)
        .join('');
    at = newEnd;
  }
  return (
    out +
    b
      .slice(at)
      .map((line) => ` ${line}`)
      .join('')
  );
}
