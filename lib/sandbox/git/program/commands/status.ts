import { GitFailure } from '../../git-failure';
import { openWorkTree, saveIndex, type Context } from '../setup/context';
import type { GitCommand } from '../setup/git-io';
import { readOptions } from '../terminal/options';
import { painter } from '../terminal/color';
import { columnSetting } from '../terminal/columns';
import { stagedText } from '../commit/staged-text';
import { pathspecs, seenFrom, wantedBy } from '../setup/pathspec';
import { porcelainText } from '../commit/porcelain-v2';
import { quotePath } from '../text/quote-path';
import { readReflog } from '../refs/reflog';
import { asComments } from '../commit/commit-template';
import { closingText, shortRows, standingOf, statusText, type Standing } from '../commit/status-text';
import { tracking } from '../refs/upstream';

export const status: GitCommand = async (args, io) => {
  const options = readOptions(args, {
    flags: {
      short: '-s --short',
      branch: '-b --branch',
      long: '--long',
      zero: '-z',
      noRenames: '--no-renames',
      wantsRenames: '--renames',
      stash: '--show-stash',
      ahead: '--ahead-behind',
      noAhead: '--no-ahead-behind',
      noColumn: '--no-column',
      verbose: '-v --verbose',
    },
    optional: {
      column: '--column',
      porcelain: '--porcelain',
      untracked: '-u --untracked-files',
      ignored: '--ignored',
      renames: '-M --find-renames',
      submodules: '--ignore-submodules',
    },
  });
  const context = await openWorkTree(io);
  const untracked = untrackedMode(options.value('untracked') ?? context.config.get('status.showUntrackedFiles'));
  const specs = pathspecs(context, io.cwd, options.rest);
  const written = options.value('ignored');
  if (written !== undefined && !['', 'traditional', 'no', 'matching'].includes(written))
    throw new GitFailure(`Invalid ignored mode '${written}'`);
  if (written === 'matching' && untracked === 'no')
    throw new GitFailure('Unsupported combination of ignored and untracked-files arguments');
  const ignored = written === 'matching' ? 'matching' : written !== undefined && written !== 'no';
  const found = await standingOf(context, {
    untracked,
    ignored,
    wanted: wantedBy(specs),
    renames:
      options.last('noRenames', 'wantsRenames', 'renames') === undefined
        ? context.config.boolean('status.renames') !== false
        : options.last('noRenames', 'wantsRenames', 'renames') !== 'noRenames',
    submodules: ['', 'all'].includes(options.value('submodules') ?? 'none') ? 'none' : 'all',
  });
  await saveIndex(context, found.index, { optional: true });
  const porcelain = options.value('porcelain');
  const branch = options.is('branch') || (porcelain === undefined && context.config.boolean('status.branch') === true);
  if (porcelain !== undefined && !['', '1', 'v1', '2', 'v2'].includes(porcelain))
    throw new GitFailure(`unsupported porcelain version '${porcelain}'`);
  if (options.is('long') && options.is('zero'))
    throw new GitFailure("options '--long' and '-z' cannot be used together");
  const form = options.last('short', 'long') ?? (context.config.boolean('status.short') === true ? 'short' : 'long');
  const short = form === 'short' || (options.is('zero') && !options.is('long'));
  const apart =
    options.last('ahead', 'noAhead') === 'noAhead' ||
    (context.config.boolean('status.aheadBehind') === false && !options.is('ahead') && porcelain === undefined);
  if (porcelain === 'v2' || porcelain === '2') {
    const [zero, stash] = [options.is('zero'), options.is('stash')];
    return io.out(await porcelainText(context, found, { branch, zero, stash, counts: !apart }));
  }
  if (porcelain !== undefined || short)
    return shortStatus(context, found, {
      branch,
      zero: options.is('zero'),
      fromRoot: porcelain !== undefined || options.is('zero'),
      counts: !apart,
    });
  const column = options.is('noColumn') ? undefined : (options.value('column') ?? columnSetting(context, 'status'));
  const comments = context.config.boolean('status.displayCommentPrefix') === true;
  const marked = (text: string) => (comments ? asComments(text, context.config.get('core.commentChar') ?? '#') : text);
  io.out(marked(await statusText(context, found, { untracked, column, counts: !apart })));
  if (options.is('verbose')) io.out(await stagedText(context, found, options.values('verbose').length));
  io.out(closingText(found, { untracked }, context.config.advises('statusHints')));
  const stashed =
    options.is('stash') || context.config.boolean('status.showStash') === true
      ? (await readReflog(context, 'refs/stash')).length
      : 0;
  if (stashed > 0) io.out(marked(`Your stash currently has ${stashed} ${stashed === 1 ? 'entry' : 'entries'}\n`));
};

export function untrackedMode(text: string | undefined): 'no' | 'normal' | 'all' {
  if (text === undefined || text === 'normal') return 'normal';
  if (text === '' || text === 'all') return 'all';
  if (text === 'no' || text === 'false') return 'no';
  throw new GitFailure(`Invalid untracked files mode '${text}'`);
}

async function branchLine(
  context: Context,
  { branch, head }: Pick<Standing, 'branch' | 'head'>,
  counts: boolean,
): Promise<string> {
  if (branch === undefined) return 'HEAD (no branch)';
  const found = await tracking(context, branch);
  const start = head === undefined ? `No commits yet on ${branch}` : branch;
  if (!found) return start;
  const { upstream, gone, ahead, behind } = found;
  const parts = gone
    ? ['gone']
    : !counts && ahead + behind > 0
      ? ['different']
      : [...(ahead > 0 ? [`ahead ${ahead}`] : []), ...(behind > 0 ? [`behind ${behind}`] : [])];
  return `${start}...${upstream.short}${parts.length > 0 ? ` [${parts.join(', ')}]` : ''}`;
}

/** The standing as lines of two letters and a name. */
export async function shortStatus(
  context: Context,
  found: Standing,
  { branch, zero, fromRoot, counts }: { branch: boolean; zero: boolean; fromRoot: boolean; counts: boolean },
): Promise<void> {
  const { io } = context;
  const { paint } = painter(context, fromRoot ? 'never' : undefined, 'color.status');
  const relative = !fromRoot && context.config.boolean('status.relativePaths') !== false;
  const name = (path: string) =>
    zero ? path : quotePath(relative ? seenFrom(context, io.cwd, path) : path, context, { spaces: true });
  if (branch) {
    const line = await branchLine(context, found, counts);
    const [, own = line, rest = ''] = found.branch === undefined ? [] : (/^(.*?)((?:\.\.\.).*)?$/.exec(line) ?? []);
    io.out(`## ${paint('green', own, 'localBranch')}${rest}${zero ? '\0' : '\n'}`);
  }
  for (const { code, path, from } of shortRows(found, { porcelain: fromRoot })) {
    const [x = ' ', y = ' '] = code;
    const both = code === '??' || code === '!!' || found.conflicts.includes(path);
    const painted = both
      ? paint('red', code, code === '??' || code === '!!' ? 'untracked' : 'unmerged')
      : `${x === ' ' ? x : paint('green', x)}${y === ' ' ? y : paint('red', y)}`;
    if (zero) io.out(`${code} ${name(path)}\0${from === undefined ? '' : `${from}\0`}`);
    else io.out(`${painted} ${from === undefined ? '' : `${name(from)} -> `}${name(path)}\n`);
  }
}
