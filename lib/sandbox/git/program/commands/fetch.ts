import { mustHavePrerequisites } from '../transfer/bundle-file';
import { GitFailure } from '../../git-failure';
import { readGitText, removeAll, writeText } from '../../git-fs';
import { currentBranch } from '../../repository';
import { readCommit } from '../../store/commit';
import { asBoolean } from '../../store/config';
import { peel } from '../../store/tag';
import { addSettingTo } from '../setup/change-config';
import { openContext, type Context } from '../setup/context';
import type { GitCommand } from '../setup/git-io';
import { isAncestor } from '../refs/history';
import { namesOnInput } from '../terminal/names-on-input';
import { readOptions, type Options } from '../terminal/options';
import { parseFetchRefspec } from '../refs/refspec';
import { copyObjects, isRemote, openSource, remotesOf, urlOf, type RemoteSource } from '../transfer/remotes';
import { pruneRefs } from '../transfer/prune-refs';
import { aligned, noted, shortRef, remoteUrl, upToDate, forgetFetched, noteFetched } from '../transfer/fetch-report';
import { noteCuts, shallowReach, type ShallowWish } from '../transfer/shallow-reach';
import { updateRef } from '../refs/update-refs';
import { inNoteOrder, refsToFetch, type RefToFetch } from '../transfer/refs-to-fetch';
import { upstreamOf } from '../refs/upstream';
import { listWorktrees } from '../../worktrees';

const FLAGS = {
  all: '--all',
  prune: '-p --prune',
  pruneTags: '-P --prune-tags',
  tags: '-t --tags',
  noTags: '-n --no-tags',
  quiet: '-q --quiet',
  verbose: '-v --verbose',
  force: '-f --force',
  dry: '--dry-run',
  unshallow: '--unshallow',
  updateHead: '-u --update-head-ok',
  append: '-a --append',
  atomic: '--atomic',
  multiple: '--multiple',
  setUpstream: '--set-upstream',
  stdin: '--stdin',
  noHead: '--no-write-fetch-head',
  // What changes nothing here: there is no network, and every object is copied by itself.
  plain:
    '-4 -6 -k --ipv4 --ipv6 --progress --keep --refetch --update-shallow --auto-gc --auto-maintenance --show-forced-updates --write-commit-graph --write-fetch-head --no-recurse-submodules',
} as const;

const VALUES = {
  depth: '--depth',
  since: '--shallow-since',
  without: '--shallow-exclude',
  deepen: '--deepen',
  jobs: '-j --jobs',
  refmap: '--refmap',
  plain: '-o --negotiation-tip --server-option --upload-pack',
} as const;
const OPTIONAL = { submodules: '--recurse-submodules' } as const;
type FetchOptions = Options<keyof typeof FLAGS, keyof typeof VALUES | keyof typeof OPTIONAL>;

export interface FetchRules extends ShallowWish {
  readonly prune?: boolean;
  readonly pruneTags?: boolean;
  readonly onlyPrune?: boolean;
  readonly tags?: boolean;
  readonly noTags?: boolean;
  readonly quiet?: boolean;
  readonly force?: boolean;
  readonly dry?: boolean;
  /** Updates no ref if any may not be updated. */
  readonly atomic?: boolean;
  readonly verbose?: boolean;
  /** Also moves the branch that is checked out. */
  readonly updateHead?: boolean;
  /** Keeps what FETCH_HEAD has. */
  readonly append?: boolean;
  /** Leaves FETCH_HEAD as it is. */
  readonly noHead?: boolean;
  /** How many more commits to fetch behind those at which a shallow clone was cut. */
  readonly deepen?: number;
  /** Whether to fetch everything that a shallow clone left out. */
  readonly unshallow?: boolean;
  /** The refspecs that say where what is named goes, in place of the remote's own. */
  readonly refmap?: readonly string[] | undefined;
  /** The reflog's name for the fetch. */
  readonly label?: string;
}

export const fetch: GitCommand = async (args, io) => {
  const options: FetchOptions = readOptions(args, {
    absent: '--filter --prefetch --negotiate-only',
    flags: FLAGS,
    values: VALUES,
    optional: OPTIONAL,
  });
  const context = await openContext(io);
  const depth = options.value('depth');
  const rules = rulesOf(options, args);
  if (depth !== undefined && !(Number(depth) > 0)) throw new GitFailure(`depth ${depth} is not a positive number`);
  const follows = options.value('submodules') ?? 'on-demand';
  if (follows !== '' && follows !== 'on-demand' && asBoolean(follows) === undefined)
    throw new GitFailure(`bad recurse-submodules argument: ${follows}`);
  const remotes = context.config.subsections('remote').filter((name) => isRemote(context, name));
  if (options.value('jobs') !== undefined && !/^\d+$/.test(options.value('jobs') ?? ''))
    throw new GitFailure("switch `j' expects a numerical value", 129);
  if (options.is('all') && options.rest.length > 0)
    throw new GitFailure(
      options.rest.length === 1
        ? 'fetch --all does not take a repository argument'
        : 'fetch --all does not make sense with refspecs',
    );
  const unknown = options.is('multiple')
    ? options.rest.find((one) => !isRemote(context, one) && remotesOf(context, [one], remotes).join() === one)
    : undefined;
  if (unknown !== undefined) throw new GitFailure(`no such remote or remote group: ${unknown}`);
  const group = options.is('multiple') || options.rest.length === 1 ? remotesOf(context, options.rest, remotes) : [];
  if (options.is('all') || options.is('multiple') || group.length > 1) {
    const several = group.length > 0 ? group : remotes;
    return fetchSeveral(
      context,
      several,
      rules,
      !options.is('quiet') && (several.length > 1 || (options.is('multiple') && !options.is('all'))),
    );
  }
  const branch = await currentBranch(context);
  const [
    name = (branch === undefined ? undefined : upstreamOf(context, branch)?.remote) ??
      (remotes.length === 1 ? remotes[0] : undefined) ??
      'origin',
    ...given
  ] = options.rest;
  if (options.is('stdin')) given.push(...(await namesOnInput(io)));
  const specs = given.flatMap((spec, at) =>
    given[at - 1] === 'tag' ? `refs/tags/${spec}:refs/tags/${spec}` : spec === 'tag' ? [] : spec,
  );
  if (options.rest.length === 0 && !isRemote(context, name) && name !== '.') {
    // Without any remote there is nothing to fetch, which git takes for done.
    if (remotes.length === 0) return;
  }
  const found = await fetchFrom(context, name, specs, rules);
  if (options.is('setUpstream')) await followFetched(context, branch, name, found);
};

const rulesOf = (options: FetchOptions, args: readonly string[]): FetchRules => ({
  ...(options.is('prune') && { prune: true }),
  pruneTags: options.is('pruneTags'),
  tags: options.is('tags'),
  noTags: options.is('noTags'),
  quiet: options.is('quiet'),
  force: options.is('force'),
  dry: options.is('dry'),
  verbose: options.is('verbose'),
  updateHead: options.is('updateHead'),
  append: options.is('append'),
  noHead: options.is('noHead'),
  ...(options.value('depth') !== undefined && { depth: Number(options.value('depth')) }),
  since: options.value('since'),
  without: options.values('without'),
  atomic: options.is('atomic'),
  ...(options.value('deepen') !== undefined && { deepen: Number(options.value('deepen')) }),
  unshallow: options.is('unshallow'),
  refmap: options.value('refmap') === undefined ? undefined : options.values('refmap').filter(Boolean),
  label: ['fetch', ...args].join(' '),
});

/** Makes the branch follow what was fetched, if that is one branch. */
export async function followFetched(
  context: Context,
  branch: string | undefined,
  remote: string,
  found: readonly { readonly from: string }[],
): Promise<void> {
  const [first, second] = found;
  const ref = first?.from ?? '';
  const refused = second
    ? 'multiple branches detected, incompatible with --set-upstream'
    : !first
      ? 'no source branch found;\nyou need to specify exactly one branch with the --set-upstream option'
      : branch === undefined
        ? `could not set upstream of HEAD to '${shortRef(ref)}' from '${remote}' when it does not point to any branch.`
        : ref.startsWith('refs/tags/')
          ? 'not setting upstream for a remote tag'
          : undefined;
  if (refused !== undefined) return context.io.err(`warning: ${refused}\n`);
  await addSettingTo(context, `branch.${branch}.remote`, remote);
  await addSettingTo(context, `branch.${branch}.merge`, ref);
}

/** Fetches from several remotes; a failure does not end the others. */
export async function fetchSeveral(
  context: Context,
  names: readonly string[],
  rules: FetchRules,
  told: boolean,
): Promise<number> {
  let code = 0;
  await forgetFetched(context, rules);
  for (const name of names) {
    if (told) context.io.out(`Fetching ${name}\n`);
    try {
      await fetchFrom(context, name, [], { ...rules, append: true });
    } catch (error) {
      if (!(error instanceof GitFailure)) throw error;
      if (error.message !== '') context.io.err(`${error.prefix}${error.message}\n`);
      context.io.err(`error: could not fetch ${name}\n`);
      code = 1;
    }
  }
  return code;
}

/** Fetches commits from another repository; returns those to merge. */
export async function fetchFrom(
  context: Context,
  name: string,
  given: readonly string[],
  rules: FetchRules,
): Promise<{ oid: string; from: string; url: string }[]> {
  const url = urlOf(context, name);
  await forgetFetched(context, rules);
  const source = await openSource(context.io, url, isRemote(context, name) ? context.root : context.io.cwd);
  try {
    await mustHavePrerequisites(context, source.needs);
    return await fetchAll(context, source, { name, url }, given, rules);
  } finally {
    await source.close();
  }
}

async function fetchAll(
  context: Context,
  source: RemoteSource,
  { name, url }: { name: string; url: string },
  given: readonly string[],
  rules: FetchRules,
): Promise<{ oid: string; from: string; url: string }[]> {
  const written = rules.refmap ?? context.config.getAll(`remote.${name}.fetch`);
  if (rules.refmap && given.length === 0)
    throw new GitFailure('--refmap option is only meaningful with command-line refspec(s)');
  const [asked, configured] = [given.map(parseFetchRefspec), written.map(parseFetchRefspec)];
  const prunes = rules.prune ?? context.config.boolean(`remote.${name}.prune`) ?? context.config.boolean('fetch.prune');
  const pruning = asked.length > 0 ? asked : configured;
  const tagOption = context.config.get(`remote.${name}.tagOpt`);
  const takesTags = rules.tags === true || (tagOption === '--tags' && rules.noTags !== true);
  const noTags = rules.noTags === true || (tagOption === '--no-tags' && rules.tags !== true);
  const wanted = rules.onlyPrune
    ? []
    : await refsToFetch(context, source, { name, given: asked, configured, tags: takesTags });
  const pruned = prunes ? await pruneRefs(context, source, pruning, name, rules) : [];
  if (rules.onlyPrune) return [];
  if (!rules.updateHead) await mustNotBeInUse(context, wanted);
  if (rules.unshallow) await bringMore(context, source, Infinity);
  if (rules.deepen !== undefined) await bringMore(context, source, rules.deepen);
  const copied = await copyObjects(
    source.context.objects,
    context.objects,
    wanted.map(({ oid }) => oid),
    await shallowReach(source, rules),
  );
  await noteCuts(context, source.context, copied);
  if (!noTags && !takesTags && wanted.some(({ to, note }) => to !== '' && note !== 'none'))
    wanted.push(...(await followedTags(context, source)));
  const looked = rules.atomic ? await updateAll(context, wanted, { ...rules, dry: true }) : undefined;
  const { texts, failed } = looked?.failed ? looked : await updateAll(context, wanted, rules);
  const report = [...pruned, ...texts];
  if (!rules.dry && !rules.noHead && !looked?.failed) await noteFetched(context, inNoteOrder(wanted), remoteUrl(url));
  if (report.length > 0 && !rules.quiet)
    context.io.err(
      `From ${remoteUrl(url)}\n${aligned(report)
        .map((line) => `${line}\n`)
        .join('')}`,
    );
  if (failed) throw new GitFailure('', 1);
  return wanted.filter(({ note }) => note === 'merge').map(({ oid, from }) => ({ oid, from, url }));
}

/** Updates the refs that are fetched; the lines that tell of it, and whether any was refused. */
async function updateAll(
  context: Context,
  wanted: readonly RefToFetch[],
  rules: FetchRules,
): Promise<{ texts: string[]; failed: boolean }> {
  const texts: string[] = [];
  let failed = false;
  for (const one of inNoteOrder(wanted)) {
    if (one.to === '') {
      if (!rules.noHead) texts.push(noted(one.from));
      continue;
    }
    const before = await context.refs.resolve(one.to);
    if (before === one.oid) {
      if (rules.verbose) texts.push(upToDate(one));
      continue;
    }
    const line = await update(context, one, before, rules);
    texts.push(...line.texts);
    failed ||= line.failed;
  }
  return { texts, failed };
}

/** Fails if a branch to update is checked out: its files would stay behind. */
async function mustNotBeInUse(context: Context, wanted: readonly RefToFetch[]): Promise<void> {
  const own = context.bare ? undefined : await context.refs.target('HEAD');
  if (own !== undefined && wanted.some(({ to }) => to === own))
    throw new GitFailure(`refusing to fetch into branch '${own}' checked out at '${context.root}'`);
  for (const { branch, path } of await listWorktrees(context)) {
    const ref = branch === undefined ? undefined : `refs/heads/${branch}`;
    if (ref !== undefined && wanted.some(({ to }) => to === ref))
      throw new GitFailure(`refusing to fetch into branch '${ref}' checked out at '${path}'`);
  }
}

/** Fetches some of the history behind the commits at which a shallow clone was cut, or all of it. */
async function bringMore(context: Context, source: RemoteSource, depth: number): Promise<void> {
  const file = `${context.common}/shallow`;
  const cut = ((await readGitText(context.fs, file)) ?? '').split('\n').filter(Boolean);
  if (cut.length === 0 && depth === Infinity)
    throw new GitFailure('--unshallow on a complete repository does not make sense');
  const left = new Set<string>();
  for (const oid of cut) {
    const { parents } = await readCommit(source.context.objects, oid);
    const { shallow } = await copyObjects(source.context.objects, context.objects, parents, { depth });
    for (const one of shallow) left.add(one);
  }
  if (left.size === 0) await removeAll(context.fs, file);
  else await writeText(context.fs, file, [...left].map((oid) => `${oid}\n`).join(''));
}

/** The tags of commits that are here now. */
async function followedTags(context: Context, source: RemoteSource): Promise<RefToFetch[]> {
  const found: RefToFetch[] = [];
  for (const { name, oid } of await source.context.refs.list('refs/tags/')) {
    if ((await context.refs.resolve(name)) !== undefined) continue;
    const target = await peel(source.context.objects, oid);
    if (target === undefined || !(await context.objects.find(target))) continue;
    await copyObjects(source.context.objects, context.objects, [oid]);
    found.push({ from: name, oid, to: name, force: false, note: 'other' });
  }
  return found;
}

async function update(
  context: Context,
  { from, oid, to, force }: RefToFetch,
  before: string | undefined,
  rules: FetchRules,
): Promise<{ texts: string[]; failed: boolean }> {
  const line = (flag: string, what: string, more = '') =>
    ` ${flag} ${what.padEnd(17)} ${shortRef(from).padEnd(10)} -> ${shortRef(to)}${more}`;
  const isTag = to.startsWith('refs/tags/');
  const write = async (reason: string) =>
    rules.dry ? undefined : updateRef(context, to, oid, `${rules.label ?? 'fetch'}${reason}`);
  if (before === undefined) {
    const what = isTag ? '[new tag]' : from.startsWith('refs/heads/') ? '[new branch]' : '[new ref]';
    try {
      await write(`: storing ${isTag ? 'tag' : 'head'}`);
    } catch (error) {
      if (!(error instanceof GitFailure)) throw error;
      const failure = line('!', what, '  (unable to update local ref)');
      return { texts: [`error: ${error.message}`, failure], failed: true };
    }
    return { texts: [line('*', what)], failed: false };
  }
  if (isTag && !force && !rules.force)
    return { texts: [line('!', '[rejected]', '  (would clobber existing tag)')], failed: true };
  if (isTag) {
    await write(': forced-update');
    return { texts: [line('t', '[tag update]')], failed: false };
  }
  if (await isAncestor(context, before, oid)) {
    await write(': fast-forward');
    return { texts: [line(' ', `${before.slice(0, 7)}..${oid.slice(0, 7)}`)], failed: false };
  }
  if (!force && !rules.force) return { texts: [line('!', '[rejected]', '  (non-fast-forward)')], failed: true };
  await write(': forced-update');
  return { texts: [line('+', `${before.slice(0, 7)}...${oid.slice(0, 7)}`, '  (forced update)')], failed: false };
}
