import { GitFailure } from '../../git-failure';
import { headCommit } from '../../repository';
import { readCommit, subjectLine, type Commit } from '../../store/commit';
import { entryAt } from '../../store/tree';
import { diffLines, splitLines } from '../../diff/line-diff';
import { readGitText } from '../../git-fs';
import { resolveFrom } from '../../../paths';
import { mapLines, pathBefore, shownText, textAt, type Blamed } from '../blame/blamed-text';
import { blameForward } from '../blame/blame-reverse';
import { findMoves, searchOf, type MoveSearch } from '../blame/blame-moves';
import { loadIndex, openContext, type Context } from '../setup/context';
import { formatDate } from '../people/dates';
import type { GitCommand } from '../setup/git-io';
import { parentsOf, reachable } from '../refs/history';
import { lineRanges } from '../log/line-range';
import { readMailmap } from '../people/mailmap';
import { treeOfCommit } from '../worktree/merge-into-work';
import { readOptions } from '../terminal/options';
import { inRepository } from '../setup/pathspec';
import { readDate } from '../people/read-date';
import { findCommit, resolveCommit, revisionRange } from '../refs/revision';
import { lookAtFile, readWorkFile } from '../worktree/work-files';

/** How wide dates are whose length depends on when they are. */
const DATE_WIDTHS: Readonly<Record<string, number>> = { relative: 22, human: 16, default: 30, rfc: 31, rfc2822: 31 };

const FLAGS = {
  reverse: '--reverse',
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
  noAbbrev: '--no-abbrev',
  noProgress: '--no-progress --progress --textconv',
} as const;

export const blame: GitCommand = async (args, io) => {
  const options = readOptions(args, {
    absent: '--incremental --contents --show-stats --color-lines --color-by-age --no-textconv',
    flags: FLAGS,
    values: {
      lines: '-L',
      date: '--date',
      since: '--since',
      ignored: '--ignore-rev',
      ignoredFile: '--ignore-revs-file',
    },
    optional: { moves: '-M', copies: '-C', abbrev: '--abbrev' },
  });
  const { is } = options;
  const context = await openContext(io);
  const names = [...options.before];
  // `blame file commit` is accepted too.
  if (options.paths === undefined && names.length === 2 && (await findCommit(context, names[1] ?? '')) !== undefined)
    if ((await findCommit(context, names[0] ?? '')) === undefined) names.reverse();
  const file = options.paths?.[0] ?? names.pop();
  if (file === undefined || (options.paths && options.paths.length !== 1)) throw usage();
  const path = inRepository(context, io.cwd, file);
  const [revision] = names;
  if (names.length > 1 && names.every((name) => !name.startsWith('^')))
    throw new GitFailure(`More than one commit to dig from ${names[1]} and ${names[0]}?`);
  const range = revisionRange(revision ?? '');
  if (is('reverse') && revision === undefined) throw new GitFailure('No commit to dig up from?');
  const first = is('reverse') ? (range?.from ?? revision) : range?.to;
  const start = revision === undefined ? await headCommit(context) : await findCommit(context, first ?? revision);
  if (start === undefined)
    throw new GitFailure(revision === undefined ? 'no such ref: HEAD' : `bad revision '${revision}'`);
  const since = options.value('since');
  const limits: Limits = {
    hidden: range ? await reachable(context, [await resolveCommit(context, range.from)]) : new Set(),
    since: since === undefined ? 0 : readDate(since, Date.now() / 1000),
    ignored: await ignoredCommits(context, options.values('ignored'), options.values('ignoredFile')),
  };
  const stat = revision === undefined ? await lookAtFile(context, path) : undefined;
  const own = await entryAt(context.objects, await treeOfCommit(context, start), path);
  if (!own && revision !== undefined) throw new GitFailure(`no such path ${path} in ${revision}`);
  if (!own && !stat) throw new GitFailure(`no such path '${path}' in HEAD`);
  if (!own && !(await loadIndex(context)).has(path)) throw new GitFailure(`no such path '${path}' in HEAD`);
  const committed = own ? await textAt(context, start, path) : '';
  const text = stat ? await shownText(context, path, await readWorkFile(context, path, stat)) : committed;
  const lines = splitLines(text);
  const result = is('reverse')
    ? await blameForward(context, {
        from: start,
        to: await resolveCommit(context, range?.to ?? 'HEAD'),
        path,
        allSpace: is('space'),
      })
    : await blameLines(context, start, path, committed, lines, is('space'), limits, searchOf(options));
  const written = options.values('lines');
  const ranges = written.length === 0 ? [[0, lines.length] as const] : lineRanges(written, lines, file);
  if (!ranges) throw usage();
  const shown = lines.flatMap((line, at) =>
    ranges.some(([from, to]) => at >= from && at < to) ? [{ at, line, own: result[at] }] : [],
  );
  if (is('porcelain') || is('linePorcelain')) return io.out(porcelain(shown, is('linePorcelain')));
  const date = options.value('date') ?? context.config.get('blame.date') ?? 'iso';
  const mapped = await readMailmap(context);
  const showsEmail = is('email') || context.config.boolean('blame.showEmail') === true;
  const isBlank = is('blank') || context.config.boolean('blame.blankBoundary') === true;
  const who = (blamed: Blamed | undefined) =>
    blamed?.commit
      ? showsEmail
        ? `<${mapped(blamed.commit.author).email}>`
        : mapped(blamed.commit.author).name
      : showsEmail
        ? '<not.committed.yet>'
        : 'Not Committed Yet';
  const width = Math.max(0, ...shown.map(({ own }) => Array.from(who(own)).length));
  const digits = String(Math.max(0, ...shown.map(({ at }) => at + 1))).length;
  const moved = is('name') || shown.some(({ own }) => own !== undefined && own.path !== path);
  const nameWidth = Math.max(0, ...shown.map(({ own }) => own?.path.length ?? 0));
  const lineWidth = String(Math.max(0, ...shown.map(({ own }) => (own?.line ?? 0) + 1))).length;
  const now = Date.now() / 1000;
  const showsRoot = is('root') || context.config.boolean('blame.showRoot') === true;
  const marks = {
    guessed: context.config.boolean('blame.markIgnoredLines') === true ? '?' : '',
    unknown: context.config.boolean('blame.markUnblamableLines') === true ? '*' : '',
  };
  const idLength = options.is('noAbbrev') ? 40 : lengthOf(context, options.value('abbrev'));
  let out = '';
  for (const { at, line, own } of shown) {
    const oid = own?.commit?.oid ?? '0'.repeat(40);
    const length = is('long') ? 40 : idLength;
    const isBoundary = own?.end === 'range' || (own?.end === 'root' && !showsRoot);
    const mark = `${isBoundary && !is('compat') ? '^' : ''}${own?.passed === undefined ? '' : marks[own.passed]}`;
    const marked = `${mark}${oid.slice(0, length - mark.length)}`;
    const id = isBoundary && isBlank ? ' '.repeat(length) : marked;
    const place = `${moved ? ` ${(own?.path ?? path).padEnd(nameWidth)}` : ''}${is('number') ? ` ${String((own?.line ?? 0) + 1).padStart(lineWidth)}` : ''}`;
    const moment = own?.commit?.author ?? { time: Math.floor(now), zone: '+0000' };
    const when = formatDate(moment, is('raw') ? 'raw' : date)
      .padEnd(DATE_WIDTHS[date] ?? 0)
      .padStart(10);
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

/** How long ids are: one digit more than asked for, so that there is room for `^`. */
function lengthOf({ config }: Context, asked: string | undefined): number {
  const digits = Number(asked || config.integer('core.abbrev') || 7);
  return digits >= 40 ? 40 : digits + 1;
}

const usage = () => new GitFailure('usage: git blame [<options>] [<rev-opts>] [<rev>] [--] <file>', 129);

/** Where blame stops. */
interface Limits {
  readonly hidden: ReadonlySet<string>;
  /** Seconds since 1970. */
  readonly since: number;
  /** Commits that are not blamed for lines that a parent has too, in another form. */
  readonly ignored: ReadonlySet<string>;
}

async function ignoredCommits(
  context: Context,
  names: readonly string[],
  files: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const name of names) {
    const oid = await findCommit(context, name);
    if (oid === undefined) throw new GitFailure(`cannot find revision ${name} to ignore`);
    found.add(oid);
  }
  for (const file of [...context.config.getAll('blame.ignoreRevsFile'), ...files]) {
    if (file === '') found.clear();
    const text = file === '' ? '' : await readGitText(context.fs, resolveFrom(context.io.cwd, file));
    if (text === undefined) throw new GitFailure(`could not open object name list: ${file}`);
    for (const line of text.split('\n').map((one) => one.replace(/#.*$/, '').trim())) {
      if (line === '') continue;
      if (!/^[0-9a-f]{40}$/.test(line)) throw new GitFailure(`invalid object name: ${line}`);
      found.add(line);
    }
  }
  return found;
}

/** Where the lines of an ignored commit were before: in its place among the lines that they replace. */
function guessLines(old: readonly string[], now: readonly string[]): [number, number][] {
  return diffLines(old, now).flatMap(({ oldStart, oldEnd, newStart, newEnd }) =>
    Array.from({ length: Math.min(oldEnd - oldStart, newEnd - newStart) }, (_, at): [number, number] => [
      newStart + at,
      oldStart + at,
    ]),
  );
}

/** Follows each line back to the commit that introduced it. */
async function blameLines(
  context: Context,
  start: string,
  path: string,
  committed: string,
  lines: readonly string[],
  blind: boolean,
  { hidden, since, ignored }: Limits,
  search: MoveSearch | undefined,
): Promise<Blamed[]> {
  const result: Blamed[] = lines.map((_, line) => ({
    commit: undefined,
    path,
    line,
    end: undefined,
    previous: undefined,
    passed: undefined,
  }));
  const guessed = new Set<number>();
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
    const ends = hidden.has(commit.oid) || commit.committer.time < since;
    const parents = ends ? [] : await parentsOf(context, commit);
    let previous: Blamed['previous'];
    for (const [at, parent] of parents.entries()) {
      if (left.size === 0) break;
      const before = await pathBefore(context, commit, state.path, at);
      if (before === undefined) continue;
      previous ??= { oid: parent, path: before };
      const old = splitLines(await textAt(context, parent, before));
      const rest = new Map<number, number[]>();
      const guesses = ignored.has(commit.oid) ? guessLines(old, text) : [];
      const kept = new Map(mapLines(old, text, blindness));
      const same = new Map([...guesses, ...kept]);
      const id = `${parent}\0${before}`;
      const target = open.get(id) ?? { path: before, lines: new Map<number, number[]>() };
      for (const [line, owners] of left) {
        const source = same.get(line);
        if (source === undefined) rest.set(line, owners);
        else target.lines.set(source, [...(target.lines.get(source) ?? []), ...owners]);
        if (source !== undefined && !kept.has(line)) for (const owner of owners) guessed.add(owner);
      }
      if (target.lines.size > 0) open.set(id, target);
      left = rest;
    }
    for (const [at, parent] of search ? parents.entries() : []) {
      if (left.size === 0 || !search) break;
      const moved = await findMoves(context, { commit, at, path: state.path, text, lines: left, search, blindness });
      for (const [line, { path: from, line: source }] of moved) {
        const id = `${parent}\0${from}`;
        const target = open.get(id) ?? { path: from, lines: new Map<number, number[]>() };
        target.lines.set(source, [...(target.lines.get(source) ?? []), ...(left.get(line) ?? [])]);
        open.set(id, target);
      }
      left = new Map([...left].filter(([line]) => !moved.has(line)));
    }
    for (const [line, owners] of left)
      for (const owner of owners)
        result[owner] = {
          commit,
          path: state.path,
          line,
          end: ends ? 'range' : parents.length === 0 ? 'root' : undefined,
          previous,
          passed: guessed.has(owner) ? 'guessed' : ignored.has(commit.oid) ? 'unknown' : undefined,
        };
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

function porcelain(shown: readonly { at: number; line: string; own: Blamed | undefined }[], each: boolean): string {
  const told = new Set<string>();
  const pathOf = new Map<string | undefined, string>();
  const several = new Set<string | undefined>();
  for (const { own } of shown) {
    const oid = own?.commit?.oid;
    if ((pathOf.get(oid) ?? own?.path) !== own?.path) several.add(oid);
    pathOf.set(oid, own?.path ?? '');
  }
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
    const before = own?.previous;
    const whence = `${before === undefined ? '' : `previous ${before.oid} ${before.path}\n`}filename ${own?.path}\n`;
    if (each || !told.has(oid)) {
      const role = (name: string, person: Commit['author'] | undefined) =>
        `${name} ${person?.name ?? 'Not Committed Yet'}\n${name}-mail <${person?.email ?? 'not.committed.yet'}>\n${name}-time ${person?.time ?? Math.floor(Date.now() / 1000)}\n${name}-tz ${person?.zone ?? '+0000'}\n`;
      out += `${role('author', commit?.author)}${role('committer', commit?.committer)}summary ${commit ? subjectLine(commit.message) : `Version of ${own?.path} from ${own?.path}`}\n${own?.end === undefined ? '' : 'boundary\n'}${whence}`;
    } else if (starts && several.has(oid)) out += whence;
    told.add(oid);
    out += `\t${line.replace(/\n$/, '')}\n`;
  }
  return out;
}
