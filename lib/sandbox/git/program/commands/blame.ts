import { GitFailure } from '../../git-failure';
import { headCommit } from '../../repository';
import { decodeUtf8 } from '../../store/bytes';
import { readCommit, subjectLine, type Commit } from '../../store/commit';
import { entryAt } from '../../store/tree';
import { diffLines, splitLines } from '../../diff/line-diff';
import { findRenames } from '../../diff/renames';
import { SAME } from '../../diff/file-change';
import { loadIndex, openContext, type Context } from '../context';
import { formatDate } from '../dates';
import { changesOf } from '../diff-sides';
import type { GitCommand } from '../git-io';
import { lineRange } from '../line-history';
import { readMailmap } from '../mailmap';
import { treeOf } from '../merge-into-work';
import { readOptions } from '../options';
import { inRepository } from '../pathspec';
import { findCommit } from '../revision';
import { lookAtFile, readWorkFile } from '../work-files';

/** A line of the result: who wrote it, where, and as which line. */
interface Blamed {
  commit: Commit | undefined;
  path: string;
  line: number;
  boundary: boolean;
}

const FLAGS = {
  suppress: '-s',
  long: '-l',
  email: '-e --show-email',
  porcelain: '-p --porcelain',
  linePorcelain: '--line-porcelain',
  space: '-w',
  number: '-n --show-number',
  name: '-f --show-name',
  root: '--root',
  raw: '-t',
  compat: '-c',
  blank: '-b',
  noProgress: '--no-progress --progress',
} as const;

export const blame: GitCommand = async (args, io) => {
  const options = readOptions(args, {
    absent: '-M -C --incremental --contents --ignore-rev --ignore-revs-file --since --color-lines --color-by-age',
    flags: FLAGS,
    values: {
      lines: '-L',
      date: '--date',
      abbrev: '--abbrev',
    },
  });
  const { is } = options;
  const context = await openContext(io);
  const names = [...options.before];
  // `blame file commit` is meant, too.
  if (options.paths === undefined && names.length === 2 && (await findCommit(context, names[1] ?? '')) !== undefined)
    if ((await findCommit(context, names[0] ?? '')) === undefined) names.reverse();
  const file = options.paths?.[0] ?? names.pop();
  if (file === undefined) throw new GitFailure('usage: git blame [<options>] [<rev-opts>] [<rev>] [--] <file>', 129);
  const path = inRepository(context, io.cwd, file);
  const [revision] = names;
  const start = revision === undefined ? await headCommit(context) : await findCommit(context, revision);
  if (start === undefined)
    throw new GitFailure(revision === undefined ? 'no such ref: HEAD' : `bad revision '${revision}'`);
  const stat = revision === undefined ? await lookAtFile(context, path) : undefined;
  const own = await entryAt(context.objects, await treeOf(context, start), path);
  if (!own && !stat) throw new GitFailure(`no such path '${path}' in ${revision ?? 'HEAD'}`);
  if (!own && !(await loadIndex(context)).has(path)) throw new GitFailure(`no such path '${path}' in HEAD`);
  const committed = own ? decodeUtf8(await context.objects.blob(own.oid)) : '';
  const text = stat ? decodeUtf8(await readWorkFile(context, path, stat)) : committed;
  const lines = splitLines(text);
  const result = await blameLines(context, start, path, committed, lines, is('space'));
  const written = options.values('lines');
  const ranges = written.length === 0 ? [[0, lines.length] as const] : written.map((range) => lineRange(range, lines));
  const shown = lines.flatMap((line, at) =>
    ranges.some(([from, to]) => at >= from && at < to) ? [{ at, line, own: result[at] }] : [],
  );
  if (is('porcelain') || is('linePorcelain')) return io.out(porcelain(shown, is('linePorcelain')));
  const date = options.value('date') ?? context.config.get('blame.date') ?? 'iso';
  const mapped = await readMailmap(context);
  const who = (blamed: Blamed | undefined) =>
    blamed?.commit
      ? is('email')
        ? `<${mapped(blamed.commit.author).email}>`
        : mapped(blamed.commit.author).name
      : is('email')
        ? '<not.committed.yet>'
        : 'Not Committed Yet';
  const width = Math.max(0, ...shown.map(({ own }) => Array.from(who(own)).length));
  const digits = String(Math.max(0, ...shown.map(({ at }) => at + 1))).length;
  const moved = is('name') || shown.some(({ own }) => own !== undefined && own.path !== path);
  const nameWidth = Math.max(0, ...shown.map(({ own }) => own?.path.length ?? 0));
  const lineWidth = String(Math.max(0, ...shown.map(({ own }) => (own?.line ?? 0) + 1))).length;
  const now = Date.now() / 1000;
  let out = '';
  for (const { at, line, own } of shown) {
    const oid = own?.commit?.oid ?? '0'.repeat(40);
    const length = is('long') ? 40 : Number(options.value('abbrev') ?? 7) + 1;
    const isBoundary = own?.boundary === true && !is('root');
    const marked = isBoundary && !is('compat') ? `^${oid.slice(0, length - 1)}` : oid.slice(0, length);
    const id = isBoundary && is('blank') ? ' '.repeat(length) : marked;
    const place = `${moved ? ` ${(own?.path ?? path).padEnd(nameWidth)}` : ''}${is('number') ? ` ${String((own?.line ?? 0) + 1).padStart(lineWidth)}` : ''}`;
    const when = own?.commit
      ? formatDate(own.commit.author, is('raw') ? 'raw' : date)
      : formatDate({ time: Math.floor(now), zone: '+0000' }, is('raw') ? 'raw' : date);
    const head = is('suppress')
      ? ` ${String(at + 1).padStart(digits)})`
      : ` (${who(own)}${' '.repeat(width - Array.from(who(own)).length)} ${when} ${String(at + 1).padStart(digits)})`;
    out += is('compat')
      ? `${id}\t(${who(own).padStart(10)}\t${when}\t${at + 1})${line}`
      : `${id}${place}${head} ${line}`;
    if (!out.endsWith('\n')) out += '\n';
  }
  return io.out(out);
};

/** Follows each line back to the commit that brought it. */
async function blameLines(
  context: Context,
  start: string,
  path: string,
  committed: string,
  lines: readonly string[],
  blind: boolean,
): Promise<Blamed[]> {
  const result: Blamed[] = lines.map((_, line) => ({ commit: undefined, path, line, boundary: false }));
  const open = new Map<string, { path: string; lines: Map<number, number[]> }>();
  const blindness = { allSpace: blind };
  const first = mapLines(splitLines(committed), lines, blindness);
  const begin = new Map<number, number[]>();
  for (const [now, old] of first) begin.set(old, [...(begin.get(old) ?? []), now]);
  open.set(`${start}\0${path}`, { path, lines: begin });
  for (let entry = await newest(context, open); entry; entry = await newest(context, open)) {
    const [key, state, commit] = entry;
    open.delete(key);
    const text = splitLines(await textAt(context, commit.oid, state.path));
    let left = state.lines;
    for (const [at, parent] of commit.parents.entries()) {
      if (left.size === 0) break;
      const before = await pathBefore(context, commit, state.path, at);
      if (before === undefined) continue;
      const old = splitLines(await textAt(context, parent, before));
      const rest = new Map<number, number[]>();
      const same = new Map(mapLines(old, text, blindness));
      const id = `${parent}\0${before}`;
      const target = open.get(id) ?? { path: before, lines: new Map<number, number[]>() };
      for (const [line, owners] of left) {
        const source = same.get(line);
        if (source === undefined) rest.set(line, owners);
        else target.lines.set(source, [...(target.lines.get(source) ?? []), ...owners]);
      }
      if (target.lines.size > 0) open.set(id, target);
      left = rest;
    }
    for (const [line, owners] of left)
      for (const owner of owners)
        result[owner] = { commit, path: state.path, line, boundary: commit.parents.length === 0 };
  }
  return result;
}

async function newest(context: Context, open: ReadonlyMap<string, { path: string; lines: Map<number, number[]> }>) {
  let best: [string, { path: string; lines: Map<number, number[]> }, Commit] | undefined;
  for (const [key, state] of open) {
    const commit = await readCommit(context.objects, key.slice(0, 40));
    if (!best || commit.committer.time > best[2].committer.time) best = [key, state, commit];
  }
  return best;
}

async function textAt(context: Context, commit: string, path: string): Promise<string> {
  const entry = await entryAt(context.objects, await treeOf(context, commit), path);
  return entry ? decodeUtf8(await context.objects.blob(entry.oid)) : '';
}

/** What a file was called in a parent; undefined where it was not there. */
async function pathBefore(context: Context, commit: Commit, path: string, at: number): Promise<string | undefined> {
  const parent = commit.parents[at];
  if (parent === undefined) return undefined;
  if (await entryAt(context.objects, await treeOf(context, parent), path)) return path;
  const changes = await findRenames(await changesOf(context, commit, undefined, at), { least: SAME / 2 });
  return changes.find((change) => change.path === path)?.before?.path;
}

/** For each line that is the same on both sides: its number now, and before. */
function mapLines(
  old: readonly string[],
  now: readonly string[],
  blindness: { allSpace: boolean },
): [number, number][] {
  const found: [number, number][] = [];
  let [i, j] = [0, 0];
  for (const { oldStart, oldEnd, newStart, newEnd } of [
    ...diffLines(old, now, blindness),
    { oldStart: old.length, oldEnd: old.length, newStart: now.length, newEnd: now.length },
  ]) {
    while (i < oldStart && j < newStart) found.push([j++, i++]);
    [i, j] = [oldEnd, newEnd];
  }
  return found;
}

function porcelain(shown: readonly { at: number; line: string; own: Blamed | undefined }[], each: boolean): string {
  const told = new Set<string>();
  let out = '';
  for (const [index, { at, line, own }] of shown.entries()) {
    const commit = own?.commit;
    const oid = commit?.oid ?? '0'.repeat(40);
    const previous = shown[index - 1];
    const starts =
      !previous ||
      previous.own?.commit?.oid !== commit?.oid ||
      previous.at + 1 !== at ||
      (previous.own?.line ?? 0) + 1 !== own?.line;
    let count = 1;
    while (
      starts &&
      shown[index + count]?.own?.commit?.oid === commit?.oid &&
      shown[index + count]?.at === at + count &&
      (shown[index + count]?.own?.line ?? -1) === (own?.line ?? 0) + count
    )
      count++;
    out += `${oid} ${(own?.line ?? 0) + 1} ${at + 1}${starts ? ` ${count}` : ''}\n`;
    if (each || !told.has(oid)) {
      const role = (name: string, person: Commit['author'] | undefined) =>
        `${name} ${person?.name ?? 'Not Committed Yet'}\n${name}-mail <${person?.email ?? 'not.committed.yet'}>\n${name}-time ${person?.time ?? Math.floor(Date.now() / 1000)}\n${name}-tz ${person?.zone ?? '+0000'}\n`;
      const parent = commit?.parents[0];
      out += `${role('author', commit?.author)}${role('committer', commit?.committer)}summary ${commit ? subjectLine(commit.message) : `Version of ${own?.path} from ${own?.path}`}\n${own?.boundary ? 'boundary\n' : parent === undefined ? '' : `previous ${parent} ${own?.path}\n`}filename ${own?.path}\n`;
    }
    told.add(oid);
    out += `\t${line.replace(/\n$/, '')}\n`;
  }
  return out;
}
