import { resolveFrom } from '../../../paths';
import { GitFailure } from '../../git-failure';
import { lookAt, makeFolder, moveAll, removeAll, writeText, type GitFs } from '../../git-fs';
import { baseOf, initRepository, parentFolder } from '../../repository';
import { addSettingTo, appendSettingTo } from '../setup/change-config';
import { mustHavePrerequisites } from '../transfer/bundle-file';
import { openContext, type Context } from '../setup/context';
import type { GitIo } from '../setup/git-io';
import { DETACHED } from '../refs/left-behind';
import { filesOfCommit } from '../worktree/merge-into-work';
import { readOptions } from '../terminal/options';
import { isRefName } from '../../store/refs';
import { peel } from '../../store/tag';
import { noteMove } from '../refs/reflog';
import { mapRef, parseRefspec, type Refspec } from '../refs/refspec';
import { copyObjects, openSource, type Reach } from '../transfer/remotes';
import { noteCuts, shallowReach, type ShallowWish } from '../transfer/shallow-reach';
import { switchTree } from '../worktree/switch-tree';
import { addRemote } from './remote';
import { sparseCheckout } from './sparse-checkout';
import { passWritten } from '../setup/config';
import { copyTemplate } from '../setup/template-folder';

const NOT_CHECKED_OUT = `fatal: unable to checkout working tree
warning: Clone succeeded, but checkout failed.
You can inspect what was checked out with 'git status'
and retry with 'git restore --source=HEAD :/'
`;

/** Options that do nothing where all is copied from a folder. */
const LEFT_OUT = [
  ['depth', 'depth'],
  ['since', 'shallow-since'],
  ['without', 'shallow-exclude'],
  ['filter', 'filter'],
] as const;

/** A cloned repository, and which submodules to clone into it. */
export interface Cloned {
  readonly context: Context;
  readonly quiet: boolean;
  readonly submodules: string | undefined;
}

export async function runClone(args: readonly string[], io: GitIo): Promise<Cloned> {
  const options = readOptions(args, {
    flags: {
      bare: '--bare --naked',
      mirror: '--mirror',
      quiet: '-q --quiet',
      noCheckout: '-n --no-checkout',
      single: '--single-branch',
      noSingle: '--no-single-branch',
      noTags: '--no-tags',
      sparse: '--sparse',
      shallowSubmodules: '--shallow-submodules --no-shallow-submodules',
      shared: '-s --shared',
      // What changes nothing here: there is no network, and a clone has its own copy of every object.
      plain:
        '-l -v -4 -6 --local --no-local --hardlinks --no-hardlinks --dissociate --progress --verbose --ipv4 --ipv6 --reject-shallow --also-filter-submodules --checkout --tags',
    },
    values: {
      branch: '-b --branch',
      origin: '-o --origin',
      depth: '--depth',
      since: '--shallow-since',
      without: '--shallow-exclude',
      config: '-c --config',
      template: '--template',
      reference: '--reference --reference-if-able',
      jobs: '-j --jobs',
      filter: '--filter',
      apart: '--separate-git-dir',
      server: '-u --upload-pack --server-option',
    },
    absent: '--bundle-uri --remote-submodules',
    optional: { submodules: '--recurse-submodules --recursive' },
  });
  const { is } = options;
  const [url, given] = options.rest;
  if (url === undefined) throw new GitFailure('You must specify a repository to clone.', 129, 'fatal: ');
  if (options.rest.length > 2) throw new GitFailure('Too many arguments.', 129);
  const origin = options.value('origin') ?? 'origin';
  if (!isRefName(`refs/remotes/${origin}/test`)) throw new GitFailure(`'${origin}' is not a valid remote name`);
  const depth = options.value('depth');
  if (depth !== undefined && !(/^\d+$/.test(depth) && Number(depth) > 0))
    throw new GitFailure(`depth ${depth} is not a positive number`);
  const name =
    given ??
    baseOf(
      url
        .replace(/\/+$/, '')
        .replace(/\/?\.git$/, '')
        .replace(/\.bundle$/, ''),
    ) + (is('bare') || is('mirror') ? '.git' : '');
  const root = resolveFrom(io.cwd, name);
  const isPath = !/^[a-z]+:\/\//.test(url) && !/^[^/]+@?[^/:]+:/.test(url);
  if (
    isPath &&
    !(await lookAt(io.fs, resolveFrom(io.cwd, url))) &&
    !(await lookAt(io.fs, `${resolveFrom(io.cwd, url)}.git`))
  )
    throw new GitFailure(`repository '${url}' does not exist`);
  const source = await openSource(io, url);
  if (source.needs.length > 0) {
    await source.close();
    await mustHavePrerequisites({ objects: { find: async () => undefined } }, source.needs).catch((error: unknown) => {
      if (!(error instanceof GitFailure)) throw error;
      throw new GitFailure(`${error.message}\nfatal: remote transport reported error`, 128, 'error: ');
    });
  }
  const there = await lookAt(io.fs, root);
  if (there && (there.type !== 'directory' || (await io.fs.readdir(root)).length > 0))
    throw new GitFailure(`destination path '${name}' already exists and is not an empty directory.`);
  const bare = is('bare') || is('mirror');
  const isEmpty = (await source.context.refs.list()).length === 0;
  const from = source.context;
  const head = (await from.refs.target('HEAD')) ?? (await branchAtHead(from));
  const wanted = options.value('branch');
  if (
    wanted !== undefined &&
    (await from.refs.resolve(`refs/heads/${wanted}`)) === undefined &&
    (await from.refs.resolve(`refs/tags/${wanted}`)) === undefined
  ) {
    if (!is('quiet')) io.err(`Cloning into ${bare ? 'bare repository ' : ''}'${name}'...\n`);
    throw new GitFailure(`Remote branch ${wanted} not found in upstream ${origin}`);
  }
  if (!is('quiet')) io.err(`Cloning into ${bare ? 'bare repository ' : ''}'${name}'...\n`);
  if (is('shared') || options.value('reference') !== undefined)
    io.err(
      `warning: ${is('shared') ? '--shared' : '--reference'} is not supported in this sandbox: the clone has its own copy of all objects\n`,
    );
  const wish: ShallowWish = {
    depth: depth === undefined ? undefined : Number(depth),
    since: options.value('since'),
    without: options.values('without'),
  };
  const isShallow = (['depth', 'since', 'without'] as const).some((name) => options.value(name) !== undefined);
  for (const [option, name] of LEFT_OUT)
    if (options.value(option) !== undefined && isPath && !source.isBundle)
      io.err(`warning: --${name} is ignored in local clones; use file:// instead.\n`);
  const branch = wanted ?? head?.replace('refs/heads/', '') ?? 'main';
  await initRepository(io.fs, root, branch, bare);
  const env = { ...io.env };
  delete env.GIT_DIR;
  const context = await openContext({ ...io, cwd: root, env });
  await copyTemplate({ io, config: context.config }, options.value('template'), context.gitdir);
  for (const setting of options.values('config')) {
    passWritten(env, setting);
    await appendSettingTo(context, setting.split('=')[0] ?? '', setting.split('=').slice(1).join('='));
  }
  let notCheckedOut: string | undefined;
  const address = !isPath || url.startsWith('/') ? url : `${io.cwd}/${url}`;
  try {
    await fill(context, from, {
      url: address,
      branch,
      bare,
      mirror: is('mirror'),
      origin,
      local: isPath && !source.isBundle,
      single: is('single') || (isShallow && !is('noSingle')),
      reach: isPath ? {} : await shallowReach(source, wish),
      noTags: is('noTags'),
      hasHead: source.hasHead,
      head,
      isTag: wanted !== undefined && (await from.refs.resolve(`refs/heads/${wanted}`)) === undefined,
    });
    const filter = options.value('filter');
    if (filter !== undefined) {
      if (!isPath) io.err('warning: filtering not recognized by server, ignoring\n');
      const remote = `remote.${origin}`;
      await addSettingTo(context, 'core.repositoryformatversion', '1');
      await addSettingTo(context, `${remote}.promisor`, 'true');
      await addSettingTo(context, `${remote}.partialclonefilter`, filter);
    }
    if (is('sparse')) await sparseCheckout(['set'], context.io);
    if (!bare && !is('noCheckout'))
      await switchTree(
        await openContext(context.io),
        new Map(),
        await filesOfCommit(context, await context.refs.resolve('HEAD')),
      ).catch((error: unknown) => {
        if (!(error instanceof GitFailure)) throw error;
        notCheckedOut = `${error.prefix}${error.message}\n${NOT_CHECKED_OUT}`;
      });
  } catch (error) {
    await removeAll(io.fs, root);
    throw error;
  } finally {
    await source.close();
  }
  if (isEmpty) io.err('warning: You appear to have cloned an empty repository.\n');
  if (!is('quiet') && isPath && !source.isBundle) io.err('done.\n');
  if (notCheckedOut !== undefined) throw new GitFailure(notCheckedOut, 128, '');
  if ((await context.refs.target('HEAD')) === undefined && !bare && !is('noCheckout'))
    io.err(`Note: switching to '${await context.refs.resolve('HEAD')}'.\n\n${DETACHED}`);
  const apart = options.value('apart');
  if (apart !== undefined) await moveRepository(io.fs, root, resolveFrom(io.cwd, apart));
  const isWhole = bare || is('noCheckout');
  return { context, quiet: is('quiet'), submodules: isWhole ? undefined : options.value('submodules') };
}

/** The branch at the commit of a detached HEAD, which git takes for the one that it is on. */
async function branchAtHead(from: Context): Promise<string | undefined> {
  const oid = await from.refs.resolve('HEAD');
  const names = (await from.refs.list('refs/heads/')).flatMap((ref) => (ref.oid === oid ? [ref.name] : []));
  const first = [from.config.get('init.defaultBranch') ?? 'master', 'master'].map((one) => `refs/heads/${one}`);
  return first.find((name) => names.includes(name)) ?? names[0];
}

/** Moves a folder's repository elsewhere, and leaves a file that says where. */
export async function moveRepository(fs: GitFs, root: string, to: string): Promise<void> {
  await makeFolder(fs, parentFolder(to));
  await moveAll(fs, `${root}/.git`, to);
  await writeText(fs, `${root}/.git`, `gitdir: ${to}\n`);
}

interface Filling {
  readonly url: string;
  readonly branch: string;
  readonly bare: boolean;
  readonly mirror: boolean;
  readonly origin: string;
  /** Whether all of its objects are copied. */
  readonly local: boolean;
  readonly single: boolean;
  readonly reach: Reach;
  readonly noTags: boolean;
  readonly isTag: boolean;
  readonly hasHead: boolean;
  /** The branch that it is on. */
  readonly head: string | undefined;
}

/** The refspecs by which a new clone fetches from its remote, as far as settings give them. */
const fetchSpecs = async (context: Context, origin: string): Promise<Refspec[]> =>
  (await openContext(context.io)).config.getAll(`remote.${origin}.fetch`).map(parseRefspec);

async function fill(
  context: Context,
  from: Context,
  { url, branch, bare, mirror, origin, local, single, reach, noTags, isTag, hasHead, head }: Filling,
): Promise<void> {
  const heads = (await from.refs.list('refs/heads/')).filter(({ name }) => !single || name === `refs/heads/${branch}`);
  const named = (name: string) => isTag && name === `refs/tags/${branch}`;
  // What is not a branch or a tag is copied by a mirror, or where a refspec of `-c` says so.
  const specs = mirror ? [parseRefspec('+refs/*:refs/*')] : await fetchSpecs(context, origin);
  const others = (await from.refs.list('refs/'))
    .filter(({ name }) => !mirror || !/^refs\/(?:heads|tags)\//.test(name))
    .flatMap(({ name, oid }) => specs.map((spec) => ({ name: mapRef(spec, name), oid })));
  const tags = (await from.refs.list('refs/tags/')).filter(({ name }) => !noTags || (single && named(name)));
  if (bare) await addSettingTo(context, `remote.${origin}.url`, url);
  else await addRemote(context, origin, url, single && !isTag ? [branch] : undefined);
  if (!bare && single && isTag)
    await addSettingTo(context, `remote.${origin}.fetch`, `+refs/tags/${branch}:refs/tags/${branch}`);
  if (noTags) await addSettingTo(context, `remote.${origin}.tagopt`, '--no-tags');
  if (mirror) {
    await addSettingTo(context, `remote.${origin}.fetch`, '+refs/*:refs/*');
    await addSettingTo(context, `remote.${origin}.mirror`, 'true');
  }
  const starts = [
    ...heads.map(({ oid }) => oid),
    ...others.flatMap(({ name, oid }) => (name ? [oid] : [])),
    ...tags.filter(({ name }) => named(name) || !single || local).map(({ oid }) => oid),
  ];
  const detached = head === undefined ? await from.refs.resolve('HEAD') : undefined;
  const copied = await copyObjects(
    from.objects,
    context.objects,
    [...starts, ...(detached === undefined ? [] : [detached])],
    reach,
  );
  await noteCuts(context, from, copied);
  const reason = `clone: from ${url}`;
  for (const { name, oid } of heads)
    await context.refs.write(bare ? name : `refs/remotes/${origin}/${name.slice('refs/heads/'.length)}`, oid);
  for (const { name, oid } of tags) {
    const target = await peel(from.objects, oid);
    if (target === undefined || !(await context.objects.find(target))) continue;
    await copyObjects(from.objects, context.objects, [oid]);
    await context.refs.write(name, oid);
  }
  for (const { name, oid } of others) if (name) await context.refs.write(name, oid);
  if (bare) {
    await context.refs.pack(new Map());
    const at = isTag ? await from.refs.resolve(`refs/tags/${branch}`) : detached;
    const commit = at === undefined ? undefined : await peel(context.objects, at, 'commit');
    if (commit !== undefined) await writeText(context.fs, `${context.gitdir}/HEAD`, `${commit}\n`);
    return;
  }
  const own = isTag ? undefined : heads.find(({ name }) => name === `refs/heads/${branch}`);
  const theirHead = head?.slice('refs/heads/'.length);
  const first = heads.find(({ name }) => name === `refs/heads/${theirHead}`);
  if (hasHead && first) {
    const name = `refs/remotes/${origin}/HEAD`;
    await context.refs.link(name, `refs/remotes/${origin}/${theirHead}`);
    await noteMove(context, name, { before: undefined, after: first.oid, reason });
  }
  if (own) {
    await context.refs.write(own.name, own.oid);
    await noteMove(context, own.name, { before: undefined, after: own.oid, reason });
    await noteMove(context, 'HEAD', { before: undefined, after: own.oid, reason });
  }
  const tag = isTag ? await context.refs.resolve(`refs/tags/${branch}`) : detached;
  const commit = tag === undefined ? undefined : await peel(context.objects, tag, 'commit');
  if (commit !== undefined) {
    await writeText(context.fs, `${context.gitdir}/HEAD`, `${commit}\n`);
    await noteMove(context, 'HEAD', { before: undefined, after: commit, reason });
    return;
  }
  await addSettingTo(context, `branch.${branch}.remote`, origin);
  await addSettingTo(context, `branch.${branch}.merge`, `refs/heads/${branch}`);
}
