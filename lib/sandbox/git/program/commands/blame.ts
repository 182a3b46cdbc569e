import { GitFailure } from '../../git-failure';
import { headCommit } from '../../repository';
import { entryAt } from '../../store/tree';
import { splitLines } from '../../diff/line-diff';
import { readGitText } from '../../git-fs';
import { resolveFrom } from '../../../paths';
import { blameLines, type Limits } from '../blame/blame-lines';
import { porcelain } from '../blame/blame-porcelain';
import { blameText } from '../blame/blame-text';
import { shownText, textAt } from '../blame/blamed-text';
import { blameForward } from '../blame/blame-reverse';
import { searchOf } from '../blame/blame-moves';
import { loadIndex, openContext, type Context } from '../setup/context';
import type { GitCommand } from '../setup/git-io';
import { reachable } from '../refs/history';
import { lineRanges } from '../log/line-range';
import { treeOfCommit } from '../worktree/merge-into-work';
import { readOptions } from '../terminal/options';
import { inRepository } from '../setup/pathspec';
import { readDate } from '../people/read-date';
import { findCommit, resolveCommit, revisionRange } from '../refs/revision';
import { diffDriver } from '../diff/diff-driver';
import { lookAtFile, readWorkFile, toStore } from '../worktree/work-files';

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
  colorLines: '--color-lines',
  colorAges: '--color-by-age',
  noTextconv: '--no-textconv',
  noProgress: '--no-progress --progress --textconv --minimal',
} as const;

export const blame: GitCommand = async (args, io) => {
  const options = readOptions(args, {
    absent: '--incremental --show-stats --score-debug --first-parent -S',
    flags: FLAGS,
    values: {
      lines: '-L',
      date: '--date',
      since: '--since',
      ignored: '--ignore-rev',
      ignoredFile: '--ignore-revs-file',
      contents: '--contents',
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
  const contents = options.value('contents');
  if (contents !== undefined && revision !== undefined)
    throw new GitFailure('cannot use --contents with final commit object name');
  if (is('noTextconv') && (await diffDriver(context, path)).textconv !== undefined)
    throw new GitFailure('--no-textconv is not supported in this sandbox: do without it', 2);
  const stat = revision === undefined ? await lookAtFile(context, path) : undefined;
  const own = await entryAt(context.objects, await treeOfCommit(context, start), path);
  if (!own && revision !== undefined) throw new GitFailure(`no such path ${path} in ${revision}`);
  if (!own && !stat && contents === undefined) throw new GitFailure(`no such path '${path}' in HEAD`);
  if (!own && !(await loadIndex(context)).has(path)) throw new GitFailure(`no such path '${path}' in HEAD`);
  const committed = own ? await textAt(context, start, path) : '';
  const work =
    contents === undefined
      ? stat && (await readWorkFile(context, path, stat))
      : await toStore(context, path, await contentsOf(context, contents), false);
  const text = work ? await shownText(context, path, work) : committed;
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
  const { config } = context;
  const modes = [
    ...(is('colorLines') ? ['repeatedLines' as const] : []),
    ...(is('colorAges') ? ['highlightRecent' as const] : []),
  ];
  return io.out(
    await blameText(context, shown, {
      path,
      date: is('raw') ? 'raw' : (options.value('date') ?? config.get('blame.date') ?? 'iso'),
      digits: is('long') || is('noAbbrev') ? 40 : lengthOf(context, options.value('abbrev')),
      suppress: is('suppress'),
      email: is('email') || config.boolean('blame.showEmail') === true,
      number: is('number'),
      name: is('name'),
      root: is('root') || config.boolean('blame.showRoot') === true,
      blank: is('blank') || config.boolean('blame.blankBoundary') === true,
      compat: is('compat'),
      colors: new Set(modes.length > 0 ? modes : MODES[config.get('blame.coloring') ?? '']),
    }),
  );
};

/** What `blame.coloring` may say. */
const MODES: Readonly<Record<string, readonly ('repeatedLines' | 'highlightRecent')[]>> = {
  repeatedLines: ['repeatedLines'],
  highlightRecent: ['highlightRecent'],
};

/** `--contents`: what stands in place of the file in the folder. */
async function contentsOf({ fs, io }: Context, file: string): Promise<Uint8Array> {
  if (file === '-') return io.input();
  const found = await fs.readFile(resolveFrom(io.cwd, file)).catch(() => undefined);
  if (!found) throw new GitFailure(`Cannot stat '${file}': No such file or directory`);
  return found;
}

/** How long ids are: one digit more than asked for, so that there is room for `^`. */
function lengthOf({ config }: Context, asked: string | undefined): number {
  const digits = Number(asked || config.integer('core.abbrev') || 7);
  return digits >= 40 ? 40 : digits + 1;
}

const usage = () => new GitFailure('usage: git blame [<options>] [<rev-opts>] [<rev>] [--] <file>', 129);

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
