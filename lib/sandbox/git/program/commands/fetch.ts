import { mustHavePrerequisites } from '../bundle-file';
import { GitFailure } from '../../git-failure';
import { readGitText, removeAll, writeText } from '../../git-fs';
import { currentBranch } from '../../repository';
import { readCommit } from '../../store/commit';
import { peel } from '../../store/tag';
import { addSettingTo } from '../change-config';
import { openContext, type Context } from '../context';
import type { GitCommand } from '../git-io';
import { isAncestor } from '../history';
import { namesOnInput } from '../names-on-input';
import { readOptions } from '../options';
import {
  copyObjects,
  isRemote,
  mapRef,
  openSource,
  parseRefspec,
  remoteRef,
  remotesOf,
  urlOf,
  type Refspec,
  type RemoteSource,
} from '../remotes';
import { pruneRefs } from '../prune-refs';
import { aligned, noted, shortRef, remoteUrl, upToDate, writeFetchHead } from '../fetch-report';
import { updateRef } from '../update-refs';
import { upstreamOf } from '../upstream';
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
  multiple: '--multiple',
  setUpstream: '--set-upstream',
  stdin: '--stdin',
  progress: '-4 -6 --ipv4 --ipv6 --progress --no-progress --no-recurse-submodules --no-auto-gc',
} as const;

export interface FetchRules {
  readonly prune?: boolean;
  readonly pruneTags?: boolean;
  readonly onlyPrune?: boolean;
  readonly tags?: boolean;
  readonly noTags?: boolean;
  readonly quiet?: boolean;
  readonly force?: boolean;
  readonly dry?: boolean;
  readonly verbose?: boolean;
  /** Also moves the branch that is checked out. */
  readonly updateHead?: boolean;
  /** Keeps what FETCH_HEAD has. */
  readonly append?: boolean;
  readonly depth?: number;
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
  const options = readOptions(args, {
    absent: '--shallow-since --shallow-exclude --filter',
    flags: FLAGS,
    values: { depth: '--depth', deepen: '--deepen', jobs: '-j --jobs', refmap: '--refmap', tip: '--negotiation-tip' },
    optional: { submodules: '--recurse-submodules' },
  });
  const context = await openContext(io);
  const depth = options.value('depth');
  const rules: FetchRules = {
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
    ...(depth !== undefined && { depth: Number(depth) }),
    ...(options.value('deepen') !== undefined && { deepen: Number(options.value('deepen')) }),
    unshallow: options.is('unshallow'),
    refmap: options.value('refmap') === undefined ? undefined : options.values('refmap').filter(Boolean),
    label: ['fetch', ...args].join(' '),
  };
  const remotes = context.config.subsections('remote').filter((name) => isRemote(context, name));
  const group = options.is('multiple') || options.rest.length === 1 ? remotesOf(context, options.rest, remotes) : [];
  if (options.is('all') || options.is('multiple') || group.length > 1) {
    const several = group.length > 0 ? group : remotes;
    return fetchSeveral(
      context,
      several,
      rules,
      !options.is('quiet') && (several.length > 1 || options.is('multiple')),
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
  const [first] = found;
  if (options.is('setUpstream') && branch !== undefined && first) {
    await addSettingTo(context, `branch.${branch}.remote`, name);
    await addSettingTo(context, `branch.${branch}.merge`, first.from);
  }
};

/** Fetches from several remotes; a failure does not end the others. */
export async function fetchSeveral(
  context: Context,
  names: readonly string[],
  rules: FetchRules,
  told: boolean,
): Promise<number> {
  let code = 0;
  for (const name of names) {
    if (told) context.io.out(`Fetching ${name}\n`);
    try {
      await fetchFrom(context, name, [], rules);
    } catch (error) {
      if (!(error instanceof GitFailure)) throw error;
      if (error.message !== '') context.io.err(`${error.prefix}${error.message}\n`);
      context.io.err(`error: could not fetch ${name}\n`);
      code = 1;
    }
  }
  return code;
}

interface Wanted {
  readonly from: string;
  readonly oid: string;
  /** Empty if it is only noted in FETCH_HEAD. */
  readonly to: string;
  readonly force: boolean;
  readonly forMerge: boolean;
}

/** Fetches commits from another repository; returns those to merge. */
export async function fetchFrom(
  context: Context,
  name: string,
  given: readonly string[],
  rules: FetchRules,
): Promise<{ oid: string; from: string; url: string }[]> {
  const url = urlOf(context, name);
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
  const configured = (rules.refmap ?? context.config.getAll(`remote.${name}.fetch`)).map(parseRefspec);
  const prunes = rules.prune ?? context.config.boolean(`remote.${name}.prune`) ?? context.config.boolean('fetch.prune');
  const pruned = prunes ? await pruneRefs(context, source, configured, name, rules) : [];
  if (rules.onlyPrune) return [];
  const wanted = await wantedRefs(context, source, name, given, configured);
  const tagOption = context.config.get(`remote.${name}.tagOpt`);
  const takesTags = rules.tags === true || (tagOption === '--tags' && rules.noTags !== true);
  const noTags = rules.noTags === true || (tagOption === '--no-tags' && rules.tags !== true);
  if (takesTags)
    for (const ref of await source.context.refs.list('refs/tags/'))
      wanted.push({ from: ref.name, oid: ref.oid, to: ref.name, force: false, forMerge: false });
  if (!rules.updateHead) await mustNotBeInUse(context, wanted);
  if (rules.unshallow) await bringMore(context, source, Infinity);
  if (rules.deepen !== undefined) await bringMore(context, source, rules.deepen);
  const { shallow } = await copyObjects(
    source.context.objects,
    context.objects,
    wanted.map(({ oid }) => oid),
    rules.depth === undefined ? {} : { depth: rules.depth },
  );
  const depthFile = `${context.common}/shallow`;
  const theirs = (await readGitText(context.fs, `${source.context.common}/shallow`)) ?? '';
  if (shallow.length > 0 || theirs !== '')
    await writeText(
      context.fs,
      depthFile,
      [...new Set([...shallow, ...theirs.split('\n').filter(Boolean)])].map((oid) => `${oid}\n`).join(''),
    );
  if (!noTags && !takesTags && wanted.some(({ to }) => to !== ''))
    wanted.push(...(await followedTags(context, source)));
  const report: string[] = [...pruned];
  let failed = false;
  for (const one of wanted) {
    if (one.to === '') {
      if (one.forMerge) report.push(noted(one.from));
      continue;
    }
    const before = await context.refs.resolve(one.to);
    if (before === one.oid) {
      if (rules.verbose) report.push(upToDate(one));
      continue;
    }
    const line = await update(context, one, before, rules);
    report.push(...line.texts);
    failed ||= line.failed;
  }
  if (!rules.dry) await writeFetchHead(context, wanted, remoteUrl(url), rules.append);
  if (report.length > 0 && !rules.quiet)
    context.io.err(
      `From ${remoteUrl(url)}\n${aligned(report)
        .map((line) => `${line}\n`)
        .join('')}`,
    );
  if (failed) throw new GitFailure('', 1);
  return wanted.filter(({ forMerge }) => forMerge).map(({ oid, from }) => ({ oid, from, url }));
}

/** Fails if a branch to update is checked out: its files would stay behind. */
async function mustNotBeInUse(context: Context, wanted: readonly Wanted[]): Promise<void> {
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

async function wantedRefs(
  context: Context,
  source: RemoteSource,
  name: string,
  given: readonly string[],
  configured: readonly Refspec[],
): Promise<Wanted[]> {
  const branch = await currentBranch(context);
  const upstream = branch === undefined ? undefined : upstreamOf(context, branch);
  const merge = upstream?.remote === name ? upstream.merge : undefined;
  const all = await source.context.refs.list();
  const tracked = (from: string) =>
    configured.map((spec) => ({ spec, to: mapRef(spec, from) })).find(({ to }) => to !== undefined);
  if (given.length > 0) {
    const found: Wanted[] = [];
    for (const text of given) {
      const spec = parseRefspec(text);
      if (spec.from.includes('*')) {
        for (const ref of all) {
          const to = mapRef(spec, ref.name);
          if (to !== undefined) found.push({ from: ref.name, oid: ref.oid, to, force: spec.force, forMerge: true });
        }
        continue;
      }
      const from = await remoteRef(source, spec.from === '' ? 'HEAD' : spec.from);
      const oid = from === undefined ? undefined : await source.context.refs.resolve(from);
      if (from === undefined || oid === undefined) throw new GitFailure(`couldn't find remote ref ${spec.from}`);
      const kind = from.startsWith('refs/tags/') ? 'refs/tags/' : 'refs/heads/';
      const to = spec.to === '' ? '' : spec.to.startsWith('refs/') ? spec.to : `${kind}${spec.to}`;
      found.push({ from, oid, to, force: spec.force, forMerge: true });
      const own = to === '' ? tracked(from) : undefined;
      if (own?.to !== undefined) found.push({ from, oid, to: own.to, force: own.spec.force, forMerge: false });
    }
    return found;
  }
  const unmapped =
    merge !== undefined && tracked(merge) === undefined ? all.find((ref) => ref.name === merge) : undefined;
  const own: Wanted[] = unmapped
    ? [{ from: unmapped.name, oid: unmapped.oid, to: '', force: false, forMerge: true }]
    : [];
  if (configured.length === 0) {
    if (merge !== undefined) return own;
    const oid = await source.context.refs.resolve('HEAD');
    return oid === undefined ? [] : [{ from: 'HEAD', oid, to: '', force: false, forMerge: true }];
  }
  // Without an upstream, the first ref that is fetched by its own name is the one to merge.
  const first = configured[0]?.from;
  const forMerge = merge ?? (first?.includes('*') ? undefined : first);
  const found = all.flatMap((ref): Wanted[] => {
    const own = tracked(ref.name);
    return own?.to === undefined
      ? []
      : [{ from: ref.name, oid: ref.oid, to: own.to, force: own.spec.force, forMerge: ref.name === forMerge }];
  });
  return [...own, ...found.toSorted((a, b) => Number(b.forMerge) - Number(a.forMerge))];
}

/** The tags of commits that are here now. */
async function followedTags(context: Context, source: RemoteSource): Promise<Wanted[]> {
  const found: Wanted[] = [];
  for (const { name, oid } of await source.context.refs.list('refs/tags/')) {
    if ((await context.refs.resolve(name)) !== undefined) continue;
    const target = await peel(source.context.objects, oid);
    if (target === undefined || !(await context.objects.find(target))) continue;
    await copyObjects(source.context.objects, context.objects, [oid]);
    found.push({ from: name, oid, to: name, force: false, forMerge: false });
  }
  return found;
}

async function update(
  context: Context,
  { from, oid, to, force }: Wanted,
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
