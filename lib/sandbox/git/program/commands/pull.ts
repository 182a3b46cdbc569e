import { GitFailure } from '../../git-failure';
import { currentBranch, headCommit } from '../../repository';
import { asBoolean } from '../../store/config';
import { loadIndex, openWorkTree, type Context } from '../setup/context';
import { hasState } from '../setup/state';
import type { GitCommand, GitIo } from '../setup/git-io';
import { RECURSING, takesSubmodules } from '../submodule/follow-submodules';
import { outside } from '../submodule/submodule-file';
import { forkPoint } from '../refs/fork-point';
import { isAncestor, mergeBases } from '../refs/history';
import { readOptions } from '../terminal/options';
import { mapRef, parseRefspec } from '../refs/refspec';
import { isRemote } from '../transfer/remotes';
import { rewordLast } from '../refs/reword-reflog';
import { standingOf } from '../commit/status-text';
import { filesOfCommit } from '../worktree/merge-into-work';
import { resolveCommit } from '../refs/revision';
import { switchTree, wayFailure } from '../worktree/switch-tree';
import { moveHead } from '../refs/update-refs';
import { trackingHint, upstreamOf } from '../refs/upstream';
import { fetchFrom, followFetched } from './fetch';
import { mergeNames } from './merge';
import { titleForFetched } from './merge-message';
import { mergeDefaults, readMergeOptions } from './merge-options';
import { rebase } from './rebase';
import { submodule } from './submodule';

/** Fails if there are uncommitted changes, which a rebase does not allow. */
async function mustBeClean(context: Context): Promise<void> {
  const { staged, changed, conflicts } = await standingOf(context, { renames: false, submodules: 'none' });
  if (staged.length + changed.length + conflicts.length === 0) return;
  const lines = [
    ...(changed.length + conflicts.length > 0 ? ['cannot pull with rebase: You have unstaged changes.'] : []),
    ...(staged.length > 0
      ? [
          changed.length > 0
            ? 'additionally, your index contains uncommitted changes.'
            : 'cannot pull with rebase: Your index contains uncommitted changes.',
        ]
      : []),
    'please commit or stash them.',
  ];
  throw new GitFailure(lines.join('\nerror: '), 128, 'error: ');
}

/** Fails in the middle of a merge. */
async function mustBeDone(context: Context): Promise<void> {
  if ((await loadIndex(context)).conflicts().length > 0)
    throw new GitFailure(
      "Pulling is not possible because you have unmerged files.\nhint: Fix them up in the work tree, and then use 'git add/rm <file>'\nhint: as appropriate to mark resolution and make a commit.\nfatal: Exiting because of an unresolved conflict.",
      128,
      'error: ',
    );
  if (await hasState(context, 'MERGE_HEAD'))
    throw new GitFailure(
      'You have not concluded your merge (MERGE_HEAD exists).\nhint: Please, commit your changes before merging.\nfatal: Exiting because of unfinished merge.',
      128,
      'error: ',
    );
}

/** Checks out the first commit of a branch that had none. */
async function intoVoid(context: Context, theirs: string): Promise<number> {
  const inTheWay = await switchTree(context, new Map(), await filesOfCommit(context, theirs));
  if (inTheWay) throw wayFailure(inTheWay, 'merge');
  await moveHead(context, theirs, 'initial pull');
  return 0;
}

/** The fetch moved the branch that is checked out: takes the files along. */
async function followFetch(context: Context, before: string, after: string): Promise<void> {
  context.io.err(
    `warning: fetch updated the current branch head.\nfast-forwarding your working tree from\ncommit ${before}.\n`,
  );
  const inTheWay = await switchTree(context, await filesOfCommit(context, before), await filesOfCommit(context, after));
  if (inTheWay)
    throw new GitFailure(
      `Cannot fast-forward your working tree.\nAfter making sure that you saved anything precious from\n$ git diff ${before}\noutput, run\n$ git reset --hard\nto recover.`,
    );
}

/** Whether a merge may be a fast-forward, by the options, then by `pull.ff`; `--rebase` and `--no-rebase` win over `only`. */
function forwardRule(
  { config }: Context,
  chosen: 'ff' | 'noFf' | 'ffOnly' | undefined,
  saysHow: boolean,
): '--ff' | '--no-ff' | '--ff-only' | undefined {
  if (chosen !== undefined) return ({ ff: '--ff', noFf: '--no-ff', ffOnly: '--ff-only' } as const)[chosen];
  const setting = config.get('pull.ff');
  if (setting === undefined) return undefined;
  if (setting === 'only') return saysHow ? '--ff' : '--ff-only';
  return asBoolean(setting) === false ? '--no-ff' : '--ff';
}

/** How `pull.rebase` or `--rebase` says to rebase. */
function rebaseKind(text: string, exitCode = 128): 'no' | 'plain' | 'merges' | 'interactive' {
  const on = asBoolean(text);
  if (on !== undefined) return on ? 'plain' : 'no';
  if (text === 'merges' || text === 'm') return 'merges';
  if (text === 'interactive' || text === 'i') return 'interactive';
  throw exitCode === 129
    ? new GitFailure(`invalid value for '--rebase': '${text}'`, exitCode)
    : new GitFailure(`invalid value for 'pull.rebase': '${text}'`);
}

/** The local ref for what is pulled: a branch of this repository, or one that follows the remote's. */
function localRef({ config }: Context, remote: string, spec: string): string | undefined {
  const { from } = parseRefspec(spec);
  const full = from.startsWith('refs/') ? from : `refs/heads/${from}`;
  if (remote === '.') return full;
  return config
    .getAll(`remote.${remote}.fetch`)
    .map(parseRefspec)
    .flatMap((one) => mapRef(one, full) ?? [])[0];
}

/** Fetches and merges or rebases; then brings the submodules along, if asked to. */
export const pull: GitCommand = async (args, io) => {
  const options = readPullOptions(args);
  const { code, rebased } = await pullHere(args, options, io);
  const context = await openWorkTree(io);
  if (code !== 0 || !takesSubmodules(context, options.last('recurse', 'noRecurse'))) return code;
  const more = [...(rebased ? ['--rebase'] : []), ...(options.is('quiet') ? ['-q'] : [])];
  return submodule(['update', '--recursive', ...more], outside(io, context.root));
};

const readPullOptions = (args: readonly string[]) =>
  readOptions(args, {
    flags: {
      ff: '--ff',
      noFf: '--no-ff',
      ffOnly: '--ff-only',
      noRebase: '--no-rebase',
      noEdit: '--no-edit',
      edit: '--edit',
      quiet: '-q --quiet',
      squash: '--squash',
      noCommit: '--no-commit',
      commit: '--commit',
      unrelated: '--allow-unrelated-histories',
      stat: '--stat --summary',
      noStat: '-n --no-stat --no-summary',
      autostash: '--autostash',
      noAutostash: '--no-autostash',
      tags: '-t --tags',
      prune: '-p --prune',
      all: '--all',
      verbose: '-v --verbose',
      signoff: '--signoff',
      noSignoff: '--no-signoff',
      verify: '--verify',
      noVerify: '--no-verify',
      noLog: '--no-log',
      append: '-a --append',
      setUpstream: '--set-upstream',
      // What changes nothing here: there is no network.
      plain:
        '-4 -6 -k --progress --no-progress --ipv4 --ipv6 --keep --update-shallow --show-forced-updates --no-gpg-sign',
      unshallow: '--unshallow',
      force: '-f --force',
      dry: '--dry-run',
      ...RECURSING,
    },
    absent: '-S --gpg-sign --verify-signatures',
    values: {
      strategy: '-s --strategy',
      favor: '-X --strategy-option',
      depth: '--depth',
      since: '--shallow-since',
      without: '--shallow-exclude',
      deepen: '--deepen',
      cleanup: '--cleanup',
      refmap: '--refmap',
      plain: '-j -o --jobs --negotiation-tip --server-option --upload-pack',
    },
    optional: { rebase: '-r --rebase', log: '--log' },
  });

interface Pulled {
  readonly code: number;
  readonly rebased?: boolean;
}

async function pullHere(
  args: readonly string[],
  options: ReturnType<typeof readPullOptions>,
  io: GitIo,
): Promise<Pulled> {
  const { is } = options;
  const context = await openWorkTree(io);
  const branch = await currentBranch(context);
  const upstream = branch === undefined ? undefined : upstreamOf(context, branch);
  await mustBeDone(context);
  const [name = upstream?.remote ?? 'origin', ...specs] = options.rest;
  const setting =
    (branch === undefined ? undefined : context.config.get(`branch.${branch}.rebase`)) ??
    context.config.get('pull.rebase');
  const written = options.last('rebase', 'noRebase');
  const forwarding = forwardRule(context, options.last('ff', 'noFf', 'ffOnly'), written !== undefined);
  const rebases =
    forwarding !== '--ff-only' &&
    (written === undefined
      ? setting !== undefined && rebaseKind(setting) !== 'no'
      : written === 'rebase' && rebaseKind(options.value('rebase') || 'true', 129) !== 'no');
  if (
    options.rest.length < 2 &&
    (!upstream || (options.rest.length === 1 && upstream.remote !== name)) &&
    (isRemote(context, name) || options.rest.length === 0)
  ) {
    await fetchFrom(context, name, [], { quiet: is('quiet') }).catch((error: unknown) => {
      if (options.rest.length > 0) throw error;
    });
    io.err(
      branch === undefined
        ? 'You are not currently on a branch.\n'
        : `There is no tracking information for the current branch.\n`,
    );
    const wish = rebases ? 'rebase against' : 'merge with';
    io.err(
      `Please specify which branch you want to ${wish}.\nSee git-pull(1) for details.\n\n    git pull <remote> <branch>\n\n`,
    );
    if (branch !== undefined)
      io.err(trackingHint(context, branch, options.value('rebase') === undefined ? undefined : 'origin'));
    return { code: 1 };
  }
  const head = await headCommit(context);
  const autostash = is('autostash') || (!is('noAutostash') && context.config.boolean('rebase.autoStash') === true);
  if (rebases && head !== undefined && !autostash) await mustBeClean(context);
  const followed = specs[0] === undefined ? upstream?.ref : localRef(context, name, specs[0]);
  const point =
    rebases && head !== undefined && followed !== undefined ? await forkPoint(context, followed, head) : undefined;
  const rules = {
    quiet: is('quiet'),
    ...(is('prune') && { prune: true }),
    tags: is('tags'),
    verbose: is('verbose'),
    updateHead: true,
    dry: is('dry'),
    force: is('force'),
    append: is('append'),
    ...(options.value('refmap') !== undefined && { refmap: options.values('refmap').filter(Boolean) }),
    unshallow: is('unshallow'),
    ...(options.value('depth') !== undefined && { depth: Number(options.value('depth')) }),
    since: options.value('since'),
    without: options.values('without'),
    ...(options.value('deepen') !== undefined && { deepen: Number(options.value('deepen')) }),
    label: ['pull', ...args].join(' '),
  };
  const found = await fetchFrom(context, name, specs, rules).catch((error: unknown) => {
    throw error instanceof GitFailure ? new GitFailure(error.message, 1, error.prefix) : error;
  });
  if (is('dry')) return { code: 0 };
  const [first] = found;
  if (is('setUpstream')) await followFetched(context, branch, name, found);
  if (!first)
    throw new GitFailure(
      `Your configuration specifies to merge with the ref '${upstream?.merge ?? ''}'\nfrom the remote, but no such ref was fetched.`,
      1,
      '',
    );
  if (found.length > 1) {
    if (head === undefined) throw new GitFailure('Cannot merge multiple branches into empty head.');
    if (rebases) throw new GitFailure('Cannot rebase onto multiple branches.');
    if (forwarding === '--ff-only') throw new GitFailure('Cannot fast-forward to multiple branches.');
  }
  if (head === undefined && rebases && (await loadIndex(context)).paths().length > 0)
    throw new GitFailure('Updating an unborn branch with changes added to the index.');
  const theirs = await resolveCommit(context, first.oid);
  if (head === undefined) return { code: await intoVoid(context, theirs) };
  const now = await headCommit(context);
  if (now !== undefined && now !== head) await followFetch(context, head, now);
  const forward = await isAncestor(context, head, theirs);
  const behind = await isAncestor(context, theirs, head);
  const said = written !== undefined || setting !== undefined || forwarding !== undefined || is('squash');
  if (!forward && !behind && !said) {
    io.err(
      'hint: You have divergent branches and need to specify how to reconcile them.\nhint: You can do so by running one of the following commands sometime before\nhint: your next pull:\nhint: \nhint:   git config pull.rebase false  # merge\nhint:   git config pull.rebase true   # rebase\nhint:   git config pull.ff only       # fast-forward only\nhint: \nhint: You can replace "git config" with "git config --global" to set a default\nhint: preference for all repositories. You can also pass --rebase, --no-rebase,\nhint: or --ff-only on the command line to override the configured default per\nhint: invocation.\n',
    );
    throw new GitFailure('Need to specify how to reconcile divergent branches.');
  }
  const label = ['pull', ...args].join(' ');
  const wantsTodo = rebases && ((written === undefined ? setting : options.value('rebase')) ?? '').startsWith('i');
  const inner = { ...io, env: { ...io.env, GIT_REFLOG_ACTION: label } };
  if (rebases && (!forward || (wantsTodo && !behind))) {
    const kind = rebaseKind((written === undefined ? setting : options.value('rebase')) || 'true');
    const more = [
      ...(kind === 'merges' ? ['--rebase-merges'] : kind === 'interactive' ? ['-i'] : []),
      ...(is('quiet') ? ['-q'] : []),
      ...(autostash ? ['--autostash'] : []),
      ...options.values('strategy').map((name) => `--strategy=${name}`),
      ...options.values('favor').map((how) => `-X${how}`),
      ...(options.last('signoff', 'noSignoff') === 'signoff' ? ['--signoff'] : []),
      ...(options.last('verify', 'noVerify') === 'noVerify' ? ['--no-verify'] : []),
    ];
    const isOld = point !== undefined && (await mergeBases(context, [head, theirs])).includes(point);
    const onto = point === undefined || isOld ? [first.oid] : ['--onto', first.oid, point];
    return { code: (await rebase([...more, ...onto], inner)) ?? 0, rebased: true };
  }
  const kind = first.from.startsWith('refs/tags/') ? 'tag' : 'branch';
  const message = await titleForFetched(context, undefined);
  // A tag that is only here for this merge is named in the merge commit.
  const isPassing = kind === 'tag' && first.oid !== theirs && (await context.refs.resolve(first.from)) !== first.oid;
  const passed = [
    options.last('edit', 'noEdit') === 'edit' ? '--edit' : '--no-edit',
    ...(isPassing && forwarding !== '--ff-only' ? ['--no-ff'] : forwarding === undefined ? [] : [forwarding]),
    ...(rebases ? (autostash ? ['--ff-only', '--autostash'] : ['--ff-only']) : []),
    ...(!rebases && options.last('autostash', 'noAutostash') !== undefined
      ? [options.last('autostash', 'noAutostash') === 'autostash' ? '--autostash' : '--no-autostash']
      : []),
    ...(is('squash') ? ['--squash'] : []),
    ...(options.last('commit', 'noCommit') === 'noCommit' ? ['--no-commit'] : []),
    ...(is('quiet') ? ['-q'] : []),
    ...(is('unrelated') ? ['--allow-unrelated-histories'] : []),
    ...(options.last('stat', 'noStat') === 'noStat' ? ['-n'] : is('stat') ? ['--stat'] : []),
    ...(options.last('log', 'noLog') === 'noLog' ? ['--no-log'] : []),
    ...(options.last('log', 'noLog') === 'log'
      ? [options.value('log') ? `--log=${options.value('log')}` : '--log']
      : []),
    ...(options.last('signoff', 'noSignoff') === 'signoff' ? ['--signoff'] : []),
    ...(options.last('verify', 'noVerify') === 'noVerify' ? ['--no-verify'] : []),
    ...(options.value('cleanup') === undefined ? [] : [`--cleanup=${options.value('cleanup')}`]),
    ...options.values('strategy').map((name) => `--strategy=${name}`),
    ...options.values('favor').flatMap((value) => ['-X', value]),
  ];
  const code = await mergeNames(
    context,
    found.map(({ oid }) => oid),
    readMergeOptions([...mergeDefaults(context, branch), ...passed]),
    message,
  );
  await rewordLast(context, (reason) => reason.replace(/^merge(?: [0-9a-f]{40})+/, label));
  return { code, rebased: rebases };
}
