import { GitFailure } from '../../git-failure';
import { painter, type Paint } from '../terminal/color';
import { columnSetting, inColumns } from '../terminal/columns';
import { currentBranch, headCommit } from '../../repository';
import { comparePaths } from '../../store/bytes';
import { readCommit, subjectLine } from '../../store/commit';
import { listWorktrees } from '../../worktrees';
import type { Context } from '../setup/context';
import { detachedAt } from '../refs/detached';
import { globPattern } from '../setup/glob';
import type { Options } from '../terminal/options';
import { refFilter, warnOfBroken } from '../refs/ref-filter';
import { refFormatter, refInfo, sortRefs } from './ref-format';
import { readRebaseState, readState } from '../setup/state';
import { tracking } from '../refs/upstream';

/** The options of `git branch` that the list depends on. */
export type ListOptions = Options<
  'remotes' | 'all' | 'ignoreCase' | 'noColor' | 'noAbbrev',
  'sort' | 'format' | 'pointsAt' | 'contains' | 'noContains' | 'merged' | 'noMerged' | 'color' | 'abbrev' | 'column'
>;

/** Lists branches, as `git branch` does; `verbose` counts `-v`. */
export async function listBranches(context: Context, options: ListOptions, verbose: number): Promise<void> {
  const { io } = context;
  const { is } = options;
  const kinds = is('remotes') ? ['refs/remotes/'] : is('all') ? ['refs/heads/', 'refs/remotes/'] : ['refs/heads/'];
  const all = (await Promise.all(kinds.map((kind) => context.refs.list(kind)))).flat();
  for (const kind of kinds) await warnOfBroken(context, kind);
  const fits = await refFilter(context, options);
  const globs = options.rest.map((glob) => globPattern(glob, { slashes: true, ignoreCase: is('ignoreCase') }));
  const short = (name: string) => name.replace(/^refs\/(?:heads|remotes)\//, '');
  const listed = [];
  for (const ref of all) {
    if (globs.length > 0 && !globs.some((glob) => glob.test(short(ref.name)))) continue;
    // What a line tells of a commit cannot be told of one that is not there.
    if (verbose > 0 && !(await context.objects.find(ref.oid))) continue;
    if (await fits(ref)) listed.push(ref);
  }
  const setting = context.config.get('branch.sort');
  const sort = options.values('sort').length > 0 ? options.values('sort') : setting === undefined ? [] : [setting];
  const format = options.value('format');
  const current = await currentBranch(context);
  const shownRefs =
    sort.length === 0
      ? is('ignoreCase')
        ? listed.toSorted((a, b) => comparePaths(a.name.toLowerCase(), b.name.toLowerCase()))
        : listed
      : await sortRefs(context, await Promise.all(listed.map((ref) => refInfo(context, ref))), sort);
  const head = await headCommit(context);
  const { paint, on } = painter(context, is('noColor') ? 'never' : options.value('color'), 'color.branch');
  const detached =
    current === undefined &&
    head !== undefined &&
    !is('remotes') &&
    options.rest.length === 0 &&
    (await fits({ oid: head }))
      ? await detachedName(context)
      : undefined;
  if (format !== undefined) {
    const fill = refFormatter(context, format);
    const own = detached === undefined || head === undefined ? [] : [{ name: detached, oid: head }];
    for (const ref of [...own, ...shownRefs]) io.out(`${await fill(await refInfo(context, ref))}\n`);
    return;
  }
  const elsewhere = new Map(
    (await listWorktrees(context)).flatMap(({ path, branch }) =>
      path === context.root || branch === undefined ? [] : [[branch, path] as const],
    ),
  );
  const shown = (name: string) =>
    is('all') && name.startsWith('refs/remotes/') ? name.slice('refs/'.length) : short(name);
  const width = Math.max(0, ...shownRefs.map(({ name }) => shown(name).length), detached?.length ?? 0);
  const digits = is('noAbbrev') ? 40 : Math.max(4, Number(options.value('abbrev') || 7));
  /** What `-v` shows after a name: the upstream and the last commit's subject. */
  const more = async (name: string, oid: string, own: string | undefined) => {
    if (verbose === 0) return '';
    const found = own === undefined ? undefined : await tracking(context, own);
    const { message } = await readCommit(context.objects, oid);
    const place = verbose > 1 && own !== undefined && own !== current ? elsewhere.get(own) : undefined;
    const where = place === undefined ? '' : ` (${place})`;
    return `${' '.repeat(width - name.length)} ${oid.slice(0, digits)}${where}${found ? trackText(found, verbose, paint) : ''} ${subjectLine(message)}`;
  };
  const lines: string[] = [];
  if (detached !== undefined && head !== undefined)
    lines.push(`* ${paint('green', detached)}${await more(detached, head, undefined)}`);
  for (const { name, oid, target } of shownRefs) {
    const own = name.startsWith('refs/heads/') ? short(name) : undefined;
    const mark = own !== undefined && own === current ? '*' : own !== undefined && elsewhere.has(own) ? '+' : ' ';
    const color = own === undefined ? 'red' : own === current ? 'green' : elsewhere.has(own) ? 'cyan' : '';
    const isColored = color !== '' || context.config.get('color.branch.local') !== undefined;
    const padded = verbose > 0 ? shown(name).padEnd(width) : shown(name);
    const painted = isColored
      ? paint(color || 'normal', padded, color === '' ? 'local' : undefined)
      : on
        ? `${padded}\u001b[m`
        : padded;
    const arrow = target !== undefined && (verbose === 0 || own === undefined);
    const rest = arrow ? ` -> ${target.replace(/^refs\/(?:heads|remotes)\//, '')}` : await more(padded, oid, own);
    lines.push(`${mark} ${painted}${rest}`);
  }
  const column = options.value('column') ?? columnSetting(context, 'branch');
  if (verbose > 0 && options.value('column') !== undefined && !/never/.test(column ?? ''))
    throw new GitFailure("options '--column' and '--verbose' cannot be used together");
  io.out(inColumns(lines, verbose > 0 ? undefined : column));
}

function trackText(
  { upstream, gone, ahead, behind }: { upstream: { short: string }; gone: boolean; ahead: number; behind: number },
  verbose: number,
  paint: Paint,
): string {
  const parts = gone
    ? ['gone']
    : [...(ahead > 0 ? [`ahead ${ahead}`] : []), ...(behind > 0 ? [`behind ${behind}`] : [])];
  if (verbose > 1) return ` [${paint('blue', upstream.short)}${parts.length > 0 ? `: ${parts.join(', ')}` : ''}]`;
  return parts.length > 0 ? ` [${parts.join(', ')}]` : '';
}

async function detachedName(context: Context): Promise<string> {
  const rebasing = await readRebaseState(context, 'head-name');
  if (rebasing !== undefined) return `(no branch, rebasing ${rebasing.replace('refs/heads/', '')})`;
  const bisecting = await readState(context, 'BISECT_START');
  if (bisecting !== undefined)
    return `(no branch, bisect started on ${bisecting.replace(/^([0-9a-f]{7})[0-9a-f]{33}$/, '$1')})`;
  const { at, name } = await detachedAt(context);
  return name === undefined ? '(no branch)' : `(HEAD detached ${at ? 'at' : 'from'} ${name})`;
}
