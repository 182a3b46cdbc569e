import { GitFailure } from '../../git-failure';
import { asBoolean } from '../../store/config';
import { currentBranch } from '../../repository';
import { isRefName } from '../../store/refs';
import { openContext, type Context } from '../setup/context';
import { runHook } from '../setup/hooks';
import type { GitCommand } from '../setup/git-io';
import { isAncestor } from '../refs/history';
import { readOptions, type Options } from '../terminal/options';
import { mismatch, mustBeMode, mustHaveSources, standardUpdate, targetName } from '../transfer/push-default';
import { pushRemoteOf } from '../refs/push-destination';
import {
  hookLines,
  mustHaveRefs,
  pushAll,
  short,
  type Result,
  type Update,
  followingTags,
} from '../transfer/push-updates';
import { mapRef, parseRefspec } from '../refs/refspec';
import { isRemote, openSource, remoteRef, urlOf, urlsOf, type RemoteSource } from '../transfer/remotes';
import { findObject, fullRef } from '../refs/revision';
import { readReflog } from '../refs/reflog';
import { deleteRef, updateRef } from '../refs/update-refs';
import { upstreamOf } from '../refs/upstream';
import { follow } from '../refs/follow-branch';

const FLAGS = {
  all: '--all --branches',
  tags: '--tags',
  followTags: '--follow-tags',
  force: '-f --force',
  dry: '-n --dry-run',
  quiet: '-q --quiet',
  upstream: '-u --set-upstream',
  remove: '-d --delete',
  mirror: '--mirror',
  porcelain: '--porcelain',
  atomic: '--atomic',
  noVerify: '--no-verify',
  verify: '--verify --progress --no-progress --thin --no-thin -4 -6 --ipv4 --ipv6',
  verbose: '-v --verbose',
  prune: '--prune',
  noLease: '--no-force-with-lease',
  includes: '--force-if-includes',
} as const;

const FETCH_FIRST = `hint: Updates were rejected because the remote contains work that you do
hint: not have locally. This is usually caused by another repository pushing
hint: to the same ref. You may want to first integrate the remote changes
hint: (e.g., 'git pull ...') before pushing again.
`;
const BEHIND = `hint: Updates were rejected because the tip of your current branch is behind
hint: its remote counterpart. Integrate the remote changes (e.g.
hint: 'git pull ...') before pushing again.
`;
const NOT_INCLUDED = `hint: Updates were rejected because the tip of the remote-tracking
hint: branch has been updated since the last checkout. You may want
hint: to integrate those changes locally (e.g., 'git pull ...')
hint: before forcing an update.
`;
const SEE_NOTE = "hint: See the 'Note about fast-forwards' in 'git push --help' for details.\n";

type PushOptions = Options<keyof typeof FLAGS, 'option' | 'repo' | 'program' | 'lease' | 'submodules' | 'signed'>;

export const push: GitCommand = async (args, io) => {
  const options: PushOptions = readOptions(args, {
    flags: FLAGS,
    values: { option: '-o --push-option', repo: '--repo', program: '--receive-pack --exec' },
    optional: {
      lease: '--force-with-lease',
      submodules: '--recurse-submodules',
      signed: '--signed',
    },
  });
  const { is } = options;
  for (const [one, other] of [
    ['all', 'tags'],
    ['all', 'mirror'],
    ['tags', 'mirror'],
  ] as const)
    if (is(one) && is(other)) throw new GitFailure(`options '--${one}' and '--${other}' cannot be used together`);
  const context = await openContext(io);
  const branch = await currentBranch(context);
  const follows = branch === undefined ? undefined : upstreamOf(context, branch);
  const [name = options.value('repo') ?? pushRemoteOf(context, branch).name, ...specs] = options.rest;
  const alone = (['all', 'mirror'] as const).find((one) => is(one));
  if (alone !== undefined && specs.length > 0) throw new GitFailure(`--${alone} can't be combined with refspecs`);
  if (is('remove') && specs.length === 0) throw new GitFailure("--delete doesn't make sense without any refs");
  const odd = specs.find((spec) => /^\+?[^:+][^:]*:$/.test(spec));
  const places = specs.map((spec) => spec.replace(/^[+^]/, '')).filter((spec) => !spec.includes(':'));
  const unnamed = is('remove') ? undefined : places.find((spec) => spec !== 'tag' && spec !== '@' && !isPlace(spec));
  if (unnamed !== undefined) throw new GitFailure(`invalid refspec '${unnamed}'`);
  if (odd !== undefined) throw new GitFailure(`invalid refspec '${odd}'`);
  if (
    options.rest.length === 0 &&
    name === '.' &&
    follows &&
    branch !== undefined &&
    follows.merge !== `refs/heads/${branch}`
  )
    throw new GitFailure(mismatch(context, '.', follows.merge));
  mustBeMode(context);
  if (
    context.config.get('push.default') === 'nothing' &&
    options.rest.length < 2 &&
    !is('all') &&
    !is('tags') &&
    !is('mirror')
  )
    throw new GitFailure('You didn\'t specify any refspecs to push, and push.default is "nothing".');
  if (options.rest.length === 0 && options.value('repo') === undefined && !isRemote(context, name) && name !== '.') {
    throw new GitFailure(
      'No configured push destination.\nEither specify the URL from the command-line or configure a remote repository using\n\n    git remote add <name> <url>\n\nand then push using the remote name\n\n    git push <name>\n',
    );
  }
  let code = 0;
  // A remote may have several addresses, and each gets everything.
  const urls = urlsOf(context, name, true);
  for (const url of urls.length > 0 ? urls : [urlOf(context, name, true)])
    code = Math.max(code, await pushTo(context, { name, url, branch, specs }, options));
  return code;
};

async function pushTo(
  context: Context,
  { name, url, branch, specs }: { name: string; url: string; branch: string | undefined; specs: readonly string[] },
  options: PushOptions,
): Promise<number> {
  const { io } = context;
  const { is } = options;
  if (is('verbose')) io.err(`Pushing to ${url}\n`);
  if (!is('remove')) await mustHaveSources(context, specs, url);
  const source = await openSource(io, url, isRemote(context, name) ? context.root : io.cwd);
  const signed = options.value('signed');
  const signs = signed === undefined ? false : signed === 'if-asked' ? signed : (asBoolean(signed || 'true') ?? true);
  if (signs === 'if-asked')
    io.err('warning: not sending a push certificate since the receiving end does not support --signed push\n');
  const unsupported = options.value('option') !== undefined ? 'push options' : signs === true ? '--signed push' : '';
  if (unsupported)
    throw new GitFailure(
      `the receiving end does not support ${unsupported}\nfatal: the remote end hung up unexpectedly`,
    );
  if (is('remove') && specs.some((spec) => spec.startsWith(':')))
    throw new GitFailure('--delete only accepts plain target ref names');
  const isMirror = is('mirror') || context.config.boolean(`remote.${name}.mirror`) === true;
  if (isMirror && specs.length > 0) throw new GitFailure("--mirror can't be combined with refspecs");
  const [negative, positive] = [specs.filter(isNegative), specs.filter((spec) => !isNegative(spec))];
  const isOut = excludedFrom(negative);
  const found = await wantedUpdates(context, source, {
    specs: isMirror ? ['+refs/*:refs/*'] : positive,
    name,
    branch,
    all: is('all'),
    tags: is('tags'),
    prune: is('prune') || isMirror,
    remove: is('remove'),
    force: is('force'),
  });
  // They only count for the branches that both sides have.
  const matches = positive.some((spec) => /^\+?:$/.test(spec));
  const asked = matches ? found.filter(({ from }) => !isOut(from)) : found;
  const takesTags = is('followTags') || context.config.boolean('push.followTags') === true;
  const wanted = takesTags ? [...asked, ...(await followingTags(context, source, asked))] : asked;
  const updates = is('noLease')
    ? wanted
    : await withLeases(context, source, name, wanted, { leases: options.values('lease'), includes: is('includes') });
  const first = new Map(updates.toReversed().map((one) => [one.to, one]));
  const twice = updates.find((one) => first.get(one.to) !== one);
  if (twice)
    throw new GitFailure(
      `dst ref ${twice.to} receives from more than one src\nerror: failed to push some refs to '${url}'`,
      1,
    );
  const refuse = (error: unknown): never => {
    if (!(error instanceof GitFailure)) throw error;
    throw new GitFailure(`${error.message}\nerror: failed to push some refs to '${url}'`, error.exitCode);
  };
  const hook = is('noVerify')
    ? 0
    : await runHook(context, 'pre-push', [name, url], await hookLines(context, source, updates).catch(refuse));
  if (hook !== 0) throw new GitFailure(`failed to push some refs to '${url}'`, 1);
  const results = await pushAll(context, source, updates, { dry: is('dry'), atomic: is('atomic') }).catch(refuse);
  const changed = results.filter(({ line }) => line !== undefined);
  const failed = results.some((result) => result.failed);
  if (is('porcelain')) {
    io.out(`To ${url}\n${results.map(({ porcelain }) => `${porcelain}\n`).join('')}Done\n`);
  } else if (!is('quiet') || failed) {
    const told = is('verbose') ? results.map((one) => one.line ?? upToDate(one)) : changed.map(({ line }) => line);
    if (told.length > 0) io.err(`To ${url}\n${told.map((line) => `${line}\n`).join('')}`);
    else io.err('Everything up-to-date\n');
  }
  const setsUp =
    is('upstream') ||
    (specs.length === 0 &&
      context.config.boolean('push.autoSetupRemote') === true &&
      branch !== undefined &&
      !upstreamOf(context, branch));
  if (!is('dry')) await track(context, name, results, { upstream: setsUp, quiet: is('quiet'), verbose: is('verbose') });
  if (is('verbose') && changed.length === 0) io.err('Everything up-to-date\n');
  if (failed) {
    io.err(`error: failed to push some refs to '${url}'\n`);
    const lines = results.map(({ line }) => line ?? '').join('\n');
    if (lines.includes('(fetch first)')) io.err(`${FETCH_FIRST}${SEE_NOTE}`);
    else if (lines.includes('(remote ref updated')) io.err(NOT_INCLUDED);
    else if (lines.includes('(already exists)'))
      io.err('hint: Updates were rejected because the tag already exists in the remote.\n');
    else if (/\[rejected\].*\(non-fast-forward\)/.test(lines)) io.err(`${BEHIND}${SEE_NOTE}`);
  }
  return failed ? 1 : 0;
}

/** Whether a refspec without a colon can name a ref on both sides. */
const isPlace = (spec: string): boolean => spec === '' || isRefName(`refs/heads/${spec.replace('*', 'x')}`);

const isNegative = (spec: string): boolean => spec.startsWith('^');

/** Whether refspecs such as `^refs/heads/x*` leave a ref out. */
const excludedFrom = (negative: readonly string[]) => {
  const specs = negative.map((spec) => ({ from: spec.slice(1), to: spec.slice(1) }));
  return (ref: string): boolean =>
    specs.some((spec) => mapRef(spec, ref) !== undefined || mapRef(spec, short(ref)) !== undefined);
};

async function wantedUpdates(
  context: Context,
  source: RemoteSource,
  {
    specs,
    name,
    branch,
    all,
    tags,
    prune,
    remove,
    force,
  }: {
    specs: readonly string[];
    name: string;
    branch: string | undefined;
    all: boolean;
    tags: boolean;
    prune: boolean;
    remove: boolean;
    force: boolean;
  },
): Promise<Update[]> {
  const found: Update[] = [];
  if (remove) {
    for (const spec of specs)
      found.push({
        oid: undefined,
        from: '(delete)',
        to: (await remoteRef(source, spec)) ?? `refs/heads/${spec}`,
        force: true,
      });
    return found;
  }
  const patterns = [...(all ? ['refs/heads/*'] : []), ...(tags ? ['refs/tags/*'] : []), ...specs];
  const matching: Update[] = [];
  for (const pattern of patterns.filter((spec) => spec.includes('*')))
    matching.push(...(await matchingUpdates(context, source, pattern, { force, prune })));
  const configured = context.config.getAll(`remote.${name}.push`);
  const given = specs.length > 0 ? specs : matching.length > 0 ? [] : configured;
  for (const [at, text] of given.entries()) {
    if (text === 'tag' || text.includes('*')) continue;
    const spec = parseRefspec(given[at - 1] === 'tag' ? `refs/tags/${text}` : text);
    if (spec.to !== '' && !isRefName(spec.to)) throw new GitFailure(`invalid refspec '${text}'`);
    if (spec.from === '' && spec.to === '') {
      // Every branch that both sides have.
      for (const ref of await context.refs.list('refs/heads/'))
        if ((await source.context.refs.resolve(ref.name)) !== undefined)
          found.push({ oid: ref.oid, from: ref.name, to: ref.name, force: force || spec.force });
      continue;
    }
    if (spec.from === '' && text.includes(':')) {
      found.push({
        oid: undefined,
        from: '(delete)',
        to: (await remoteRef(source, spec.to)) ?? `refs/heads/${spec.to}`,
        force: true,
      });
      continue;
    }
    const from =
      (spec.from === 'HEAD' || spec.from === '@') && spec.to === ''
        ? `refs/heads/${branch}`
        : ((await fullRef(context, spec.from)) ?? spec.from);
    const oid = await findObject(context, spec.from);
    if (oid === undefined) continue;
    const label = spec.from === 'HEAD' && spec.to === '' ? 'HEAD' : undefined;
    found.push({
      oid,
      from,
      ...(label && { label }),
      to: await targetName(context, source, {
        from,
        to: spec.to,
        oid,
        written: spec.from,
        url: urlOf(context, name, true),
      }),
      force: force || spec.force,
    });
  }
  if (found.length + matching.length === 0 && (given.length > 0 || all || tags))
    await mustHaveRefs(source, urlOf(context, name, true));
  if (found.length + matching.length > 0 || given.length > 0 || all || tags) return [...found, ...matching];
  return [await standardUpdate(context, name, branch, force)];
}

/** `refs/heads/*:refs/heads/*`: every matching ref; with `prune`, refs of the remote that no longer exist here are deleted. */
async function matchingUpdates(
  context: Context,
  source: RemoteSource,
  pattern: string,
  { force, prune }: { force: boolean; prune: boolean },
): Promise<Update[]> {
  const parsed = parseRefspec(pattern);
  const spec = { from: parsed.from, to: parsed.to || parsed.from };
  const found: Update[] = [];
  for (const { name, oid } of await context.refs.list('refs/')) {
    const to = mapRef(spec, name);
    if (to !== undefined) found.push({ oid, from: name, to, force: force || parsed.force });
  }
  if (!prune) return found;
  const kept = new Set(found.map(({ to }) => to));
  const gone = (await source.context.refs.list('refs/')).filter(
    ({ name }) => mapRef({ from: spec.to, to: spec.from }, name) !== undefined && !kept.has(name),
  );
  return [...gone.map(({ name }) => ({ oid: undefined, from: '(delete)', to: name, force: true })), ...found];
}

/** `--force-with-lease`, for all refs or `name[:expected]`; by default, what was last fetched is expected. */
async function withLeases(
  context: Context,
  source: RemoteSource,
  remote: string,
  updates: readonly Update[],
  { leases, includes }: { leases: readonly string[]; includes: boolean },
): Promise<Update[]> {
  const fetched = (to: string) => context.refs.resolve(`refs/remotes/${remote}/${short(to)}`);
  const expectedOf = async (to: string, expected: string | undefined): Promise<string | undefined> => {
    if (expected === undefined) return fetched(to);
    if (expected === '') return undefined;
    const oid = await findObject(context, expected);
    if (oid === undefined) throw new GitFailure(`cannot parse expected object name '${expected}'`, 129);
    return oid;
  };
  const named = new Map<string, string | undefined>();
  for (const lease of leases.filter(Boolean)) {
    const [, name = '', expected] = /^([^:]*)(?::(.*))?$/.exec(lease) ?? [];
    const to = (await remoteRef(source, name)) ?? (name.startsWith('refs/') ? name : `refs/heads/${name}`);
    named.set(to, await expectedOf(to, expected));
  }
  const found: Update[] = [];
  for (const update of updates) {
    const expected = named.has(update.to) ? named.get(update.to) : await fetched(update.to);
    const leased = leases.includes('') || named.has(update.to);
    const included = !includes || (await hasHad(context, update.from, expected));
    found.push(leased ? { ...update, lease: { expected, included } } : update);
  }
  return found;
}

/** Whether a local ref has ever contained a commit. */
async function hasHad(context: Context, ref: string, commit: string | undefined): Promise<boolean> {
  if (commit === undefined) return true;
  for (const { after } of await readReflog(context, ref)) if (await isAncestor(context, commit, after)) return true;
  return false;
}

const upToDate = ({ from, to }: Result): string => ` = [up to date]      ${short(from)} -> ${short(to)}`;

/** Updates the remote-tracking refs of what was pushed. */
async function track(
  context: Context,
  name: string,
  results: readonly Result[],
  { upstream, quiet, verbose }: { upstream: boolean; quiet: boolean; verbose: boolean },
): Promise<void> {
  for (const { from, to, oid, failed } of results) {
    if (failed || !to.startsWith('refs/heads/') || !isRemote(context, name)) continue;
    const specs = context.config.getAll(`remote.${name}.fetch`).map(parseRefspec);
    const ref = specs.map((spec) => mapRef(spec, to)).find((mapped) => mapped);
    const branch = from === 'HEAD' ? await context.refs.target('HEAD') : from;
    if (upstream && oid !== undefined && branch?.startsWith('refs/heads/'))
      await follow(context, short(branch), name, to, quiet);
    if (ref === undefined) continue;
    if (verbose) context.io.err(`updating local tracking ref '${ref}'\n`);
    if (oid === undefined) await deleteRef(context, ref);
    else if ((await context.refs.resolve(ref)) !== oid) await updateRef(context, ref, oid, 'update by push');
  }
}
