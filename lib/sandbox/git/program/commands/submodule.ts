import { headCommit } from '../../repository';
import { filesOfCommit } from '../worktree/merge-into-work';
import { GitFailure } from '../../git-failure';
import { lookAt, makeFolder, moveAll, readGitText, removeAll, writeText } from '../../git-fs';
import { baseOf } from '../../repository';
import { addSetting, parseConfig } from '../../store/config';
import { addSettingTo, removeSectionFrom } from '../setup/change-config';
import { loadIndex, openContext, openWorkTree, type Context } from '../setup/context';
import type { GitCommand, GitIo } from '../setup/git-io';
import { innerHead } from '../worktree/gitlink';
import { readOptions } from '../terminal/options';
import {
  submoduleUrl,
  chosenSubmodules,
  joinFolder,
  modulesFile,
  outside,
  type Submodule,
} from '../submodule/submodule-file';
import { inRepository, pathspecs, seenFrom, wantedBy } from '../setup/pathspec';
import { add } from './add';
import { checkout } from './checkout';
import { runClone } from './clone';
import { describe } from './describe';
import { fetch } from './fetch';
import { merge } from './merge';
import { rebase } from './rebase';
import { absorb, setBranch, setUrl, summary, sync } from './submodule-settings';
import { status as showStatus } from './status';
import { lookAtWork } from '../worktree/work-state';

/** Manages submodules: repositories inside this one, each at a recorded commit. */
export const submodule: GitCommand = async (args, io) => {
  const quiet = args[0] === '-q' || args[0] === '--quiet';
  const [verb = 'status', ...rest] = quiet ? args.slice(1) : args;
  const context = await openWorkTree(quiet ? { ...io, out: () => undefined } : io);
  switch (verb) {
    case 'add':
      return addOne(context, rest, quiet);
    case 'init':
      return init(context, await chosenSubmodules(context, readOptions(rest, {}).rest), quiet);
    case 'update':
      return update(context, rest, quiet);
    case 'status':
      return status(context, rest);
    case 'foreach':
      return foreach(context, rest, quiet);
    case 'deinit':
      return deinit(context, rest);
    case 'sync':
      return sync(context, rest);
    case 'summary':
      return summary(context, rest);
    case 'set-branch':
      return setBranch(context, rest);
    case 'set-url':
      return setUrl(context, rest);
    case 'absorbgitdirs':
      return absorb(context, rest);
    default:
      throw new GitFailure(
        'usage: git submodule [--quiet] (absorbgitdirs | add | deinit | foreach | init | set-branch | set-url | status | summary | sync | update) [<arguments>]',
        1,
      );
  }
};

/** Clones a repository, and its submodules if asked to. */
export const clone: GitCommand = async (args, io) => {
  const { context, quiet, submodules } = await runClone(args, io);
  if (submodules === undefined) return;
  await addSettingTo(context, 'submodule.active', submodules || '.');
  return submodule(['update', '--init', '--recursive', ...(quiet ? ['-q'] : [])], outside(io, context.root));
};

/** git clones a submodule from a folder only if the user has allowed it. */
function mustBeAllowed({ config }: Context, url: string, path: string): void {
  if (/^(?:https?|ssh|git):/.test(url)) return;
  const allowed = config.get('protocol.file.allow') ?? config.get('protocol.allow') ?? 'user';
  if (allowed !== 'always')
    throw new GitFailure(
      `transport 'file' not allowed\nfatal: clone of '${url}' into submodule path '${path}' failed`,
      128,
    );
}

/** A submodule's git directory is kept in this repository's. */
async function cloneInto(
  context: Context,
  { name, path, url, quiet }: { name: string; path: string; url: string; quiet: boolean },
): Promise<void> {
  const { fs, root, io, common } = context;
  const folder = `${root}/${path}`;
  const kept = `${common}/modules/${name}`;
  if (!(await lookAt(fs, `${kept}/HEAD`))) {
    const failed = `fatal: clone of '${url}' into submodule path '${folder}' failed`;
    if (url.startsWith('/') && !(await lookAt(fs, url)))
      throw new GitFailure(`repository '${url}' does not exist\n${failed}`);
    if (!quiet) io.err(`Cloning into '${folder}'...\n`);
    mustBeAllowed(context, url, folder);
    await runClone(['-q', '-n', '--', url, folder], outside(io, root));
    if (!quiet) io.err('done.\n');
    await makeFolder(fs, kept);
    await moveAll(fs, `${folder}/.git`, kept);
  }
  await makeFolder(fs, folder);
  await joinFolder(context, folder, kept);
}

async function addOne(context: Context, args: readonly string[], silent: boolean): Promise<number> {
  const options = readOptions(args, {
    flags: { force: '-f --force', quiet: '-q --quiet', progress: '--progress' },
    values: { branch: '-b --branch', name: '--name', depth: '--depth' },
    absent: '--reference --dissociate',
  });
  const { fs, root, io } = context;
  const [url, given] = options.rest;
  if (url === undefined) throw new GitFailure('usage: git submodule add [<options>] [--] <repository> [<path>]', 1);
  if (!/^(?:\.\.?\/|\/|[a-z]+:)/.test(url))
    throw new GitFailure(`repo URL: '${url}' must be absolute or begin with ./|../`);
  const path = inRepository(
    context,
    io.cwd,
    (given ?? baseOf(url.replace(/\/+$/, '').replace(/\/?\.git$/, ''))).replace(/\/+$/, ''),
  );
  if ((await loadIndex(context)).has(path)) throw new GitFailure(`'${path}' already exists in the index`);
  const quiet = silent || options.is('quiet');
  const name = options.value('name') ?? path;
  const address = submoduleUrl(context, url);
  if (await lookAt(fs, `${root}/${path}/.git`)) io.err(`Adding existing repo at '${path}' to the index\n`);
  else {
    if ((await lookAt(fs, `${root}/${path}`)) && (await fs.readdir(`${root}/${path}`)).length > 0)
      throw new GitFailure(`'${path}' already exists and is not a valid git repo`);
    await cloneInto(context, { name, path, url: address, quiet });
    const branch = options.value('branch');
    const inner = outside(io, `${root}/${path}`);
    await checkout(branch === undefined ? ['-f', '-q'] : ['-f', '-q', '-B', branch, `origin/${branch}`], inner);
  }
  let text = (await readGitText(fs, modulesFile(context))) ?? '';
  const branch = options.value('branch');
  for (const [key, value] of [['path', path], ['url', url], ...(branch === undefined ? [] : [['branch', branch]])]) {
    const full = `submodule.${name}.${key}`;
    text = addSetting(
      text,
      full,
      value ?? '',
      parseConfig(text).filter((setting) => setting.key === full),
    );
  }
  await writeText(fs, modulesFile(context), text);
  await addSettingTo(context, `submodule.${name}.url`, address);
  await addSettingTo(context, `submodule.${name}.active`, 'true');
  await add(['-f', '--', path, '.gitmodules'], { ...outside(io, root), err: () => undefined });
  return 0;
}

async function init(context: Context, all: readonly Submodule[], quiet: boolean, above = ''): Promise<number> {
  for (const { name, path, url } of all) {
    if (context.config.get(`submodule.${name}.url`) !== undefined) continue;
    if (/^\.\.?\//.test(url) && context.config.get('remote.origin.url') === undefined && !quiet)
      context.io.err(
        "warning: could not look up configuration 'remote.origin.url'. Assuming this repository is its own authoritative upstream.\n",
      );
    const address = submoduleUrl(context, url);
    const active = context.config.getAll('submodule.active');
    if (active.length === 0 || !wantedBy(pathspecs(context, context.root, active))(path))
      await addSettingTo(context, `submodule.${name}.active`, 'true');
    await addSettingTo(context, `submodule.${name}.url`, address);
    if (quiet) continue;
    context.io.err(
      `Submodule '${name}' (${address}) registered for path '${above}${seenFrom(context, context.io.cwd, path)}'\n`,
    );
  }
  return 0;
}

async function update(outer: Context, args: readonly string[], silent: boolean, above = ''): Promise<number> {
  const options = readOptions(args, {
    flags: {
      init: '--init',
      recursive: '--recursive',
      quiet: '-q --quiet',
      force: '-f --force',
      checkout: '--checkout',
      merge: '-m --merge',
      rebase: '-r --rebase',
      plain: '--progress --recommend-shallow --no-recommend-shallow --single-branch --no-single-branch',
      noFetch: '-N --no-fetch',
      remote: '--remote',
    },
    values: { jobs: '-j --jobs', depth: '--depth' },
    absent: '--reference --dissociate --filter',
  });
  const all = await chosenSubmodules(outer, options.rest);
  const quiet = silent || options.is('quiet');
  if (options.is('init')) await init(outer, all, quiet, above);
  const context = await openWorkTree(outer.io);
  const { io, root, fs } = context;
  const fresh = new Set<string>();
  const active = all.filter(({ name }) => context.config.get(`submodule.${name}.url`) !== undefined);
  const isCloned = async ({ name, path }: { name: string; path: string }): Promise<boolean> => {
    const url = context.config.get(`submodule.${name}.url`) ?? '';
    const failed = await cloneInto(context, { name, path, url, quiet }).then(
      () => undefined,
      (error: unknown) => error,
    );
    if (failed !== undefined && !(failed instanceof GitFailure)) throw failed;
    if (failed) io.err(`${failed.prefix}${failed.message}\n`);
    else fresh.add(path);
    return !failed;
  };
  const again: typeof active = [];
  for (const one of active) {
    if ((await lookAt(fs, `${root}/${one.path}/.git`)) || (await isCloned(one))) continue;
    io.err(`Failed to clone '${one.path}'. Retry scheduled\n`);
    again.push(one);
  }
  for (const one of again) {
    if (await isCloned(one)) continue;
    io.err(`Failed to clone '${one.path}' a second time, aborting\n`);
    return 1;
  }
  for (const { name, path, oid } of active) {
    const inner = outside(io, `${root}/${path}`);
    const isNew = fresh.has(path);
    const how = options.last('checkout', 'merge', 'rebase') ?? (await updateSetting(context, name));
    if (how === 'none') {
      if (!quiet) io.err(`Skipping submodule '${path}'\n`);
      continue;
    }
    if (options.is('remote') && !options.is('noFetch')) await fetch([], inner);
    const theirs = await openContext(inner);
    const branch =
      parseConfig((await readGitText(fs, modulesFile(context))) ?? '').findLast(
        ({ key }) => key === `submodule.${name}.branch`,
      )?.value ?? 'HEAD';
    const wanted = options.is('remote') ? await theirs.refs.resolve(`refs/remotes/origin/${branch}`) : oid;
    if (wanted === undefined)
      throw new GitFailure(`Unable to find refs/remotes/origin/${branch} revision in submodule path '${path}'`);
    const shown = above + seenFrom(context, io.cwd, path);
    if (!options.is('noFetch') && !(await theirs.objects.find(wanted))) await fetch(['-q'], inner);
    if (!(await theirs.objects.find(wanted))) {
      io.err(
        `fatal: git upload-pack: not our ref ${wanted}\nfatal: remote error: upload-pack: not our ref ${wanted}\n`,
      );
      throw new GitFailure(
        `Fetched in submodule path '${shown}', but it did not contain ${wanted}. Direct fetching of that commit failed.`,
      );
    }
    if (isNew || options.is('force') || (await innerHead(context, path)) !== wanted)
      await bring(inner, { how: isNew ? 'checkout' : how, wanted, shown, quiet, force: isNew || options.is('force') });
    if (options.is('recursive'))
      await update(
        await openWorkTree(inner),
        args.filter((arg) => arg !== '--' && !options.rest.includes(arg)),
        silent,
        `${shown}/`,
      );
  }
  return 0;
}

/** How `submodule.<name>.update` wants a submodule to follow. */
async function updateSetting(context: Context, name: string): Promise<How | 'none'> {
  const key = `submodule.${name}.update`;
  const setting =
    context.config.get(key) ??
    parseConfig((await readGitText(context.fs, modulesFile(context))) ?? '').findLast((one) => one.key === key)
      ?.value ??
    'checkout';
  if (setting === 'checkout' || setting === 'merge' || setting === 'rebase' || setting === 'none') return setting;
  throw new GitFailure(`${key}=${setting} is not supported in this sandbox: use checkout, merge, rebase or none`, 2);
}

type How = 'checkout' | 'merge' | 'rebase';

const DONE: Readonly<Record<How, string>> = { checkout: 'checked out', merge: 'merged in', rebase: 'rebased into' };

/** Brings a submodule to a commit, or what it has of its own together with it. */
async function bring(
  inner: GitIo,
  { how, wanted, shown, quiet, force }: { how: How; wanted: string; shown: string; quiet: boolean; force: boolean },
): Promise<void> {
  const words = quiet ? ['-q', wanted] : [wanted];
  if (how === 'checkout') await checkout(['-q', '--detach', ...(force ? ['-f'] : []), wanted], inner);
  else if (await (how === 'merge' ? merge : rebase)(words, inner))
    throw new GitFailure(`Unable to ${how} '${wanted}' in submodule path '${shown}'`);
  if (!quiet) inner.out(`Submodule path '${shown}': ${DONE[how]} '${wanted}'\n`);
}

async function status(context: Context, args: readonly string[], outer = ''): Promise<number> {
  const options = readOptions(args, { flags: { recursive: '--recursive', cached: '--cached', quiet: '-q --quiet' } });
  const { io, root } = context;
  const index = await loadIndex(context);
  const seen = new Set<string>();
  for (const { name, path, oid } of await chosenSubmodules(context, options.rest)) {
    // One in conflict has several versions, and is told once.
    if (seen.has(path)) continue;
    seen.add(path);
    const head = await innerHead(context, path);
    const shown = outer + seenFrom(context, io.cwd, path);
    if (index.isConflict(path)) io.out(`U${'0'.repeat(40)} ${shown}\n`);
    else if (head === undefined || context.config.boolean(`submodule.${name}.active`) === false)
      io.out(`-${oid} ${shown}\n`);
    else {
      const at = options.is('cached') ? oid : head;
      io.out(`${head === oid ? ' ' : '+'}${at} ${shown}${await described(outside(io, `${root}/${path}`), at)}\n`);
      if (options.is('recursive'))
        await status(await openWorkTree(outside(io, `${root}/${path}`)), ['--recursive'], `${shown}/`);
    }
  }
  return 0;
}

/** A commit's description, in parentheses. */
async function described(io: GitIo, oid: string): Promise<string> {
  for (const how of [[], ['--tags'], ['--contains'], ['--all', '--always']]) {
    let name = '';
    const code = await describe([...how, oid], {
      ...io,
      out: (text) => void (name += String(text)),
      err: () => undefined,
    }).catch(() => 1);
    if (!code && name.trim() !== '') return ` (${name.trim()})`;
  }
  return '';
}

async function foreach(context: Context, args: readonly string[], silent: boolean, above = ''): Promise<number> {
  const options = readOptions(args, { flags: { recursive: '--recursive', quiet: '-q --quiet' }, stopEarly: true });
  const { io, root } = context;
  const [first = ':', ...more] = options.rest;
  for (const { name, path, oid } of await chosenSubmodules(context, [])) {
    if ((await innerHead(context, path)) === undefined) continue;
    const shown = above + seenFrom(context, io.cwd, path);
    if (!silent && !options.is('quiet')) io.out(`Entering '${shown}'\n`);
    const inner = outside(io, `${root}/${path}`);
    const env = { ...inner.env, name, path, sm_path: path, displaypath: shown, sha1: oid, toplevel: root };
    const command = more.length > 0 ? ['sh', '-c', `${first} "$@"`, first, ...more] : ['sh', '-c', first];
    const { code } = await io.run(command, { cwd: inner.cwd, env });
    if (code !== 0) throw new GitFailure(`run_command returned non-zero status for ${shown}\n.`);
    if (options.is('recursive')) await foreach(await openWorkTree(inner), args, silent, `${shown}/`);
  }
  return 0;
}

async function deinit(context: Context, args: readonly string[]): Promise<number> {
  const options = readOptions(args, { flags: { force: '-f --force', all: '--all', quiet: '-q --quiet' } });
  const { io, root, fs } = context;
  if (options.rest.length === 0 && !options.is('all'))
    throw new GitFailure("Use '--all' if you really want to deinitialize all submodules");
  const { changed } = await lookAtWork(context, await loadIndex(context), {
    wanted: (path) => path === '.gitmodules',
  });
  const known = await filesOfCommit(context, await headCommit(context));
  for (const { name, path, url, oid } of await chosenSubmodules(context, options.rest)) {
    const folder = `${root}/${path}`;
    const shown = seenFrom(context, io.cwd, path);
    const say = (text: string) => (options.is('quiet') ? undefined : io.out(text));
    if (!options.is('force') && changed.has('.gitmodules'))
      throw new GitFailure(
        `please stage your changes to .gitmodules or stash them to proceed\nfatal: Submodule work tree '${shown}' contains local modifications; use '-f' to discard them`,
      );
    if ((await lookAt(fs, folder))?.type === 'directory') {
      const isHere = (await lookAt(fs, `${folder}/.git`)) !== undefined;
      const isTouched = async () =>
        isHere
          ? (await isChanged(outside(io, folder))) || (await innerHead(context, path)) !== oid
          : (await fs.readdir(folder)).length > 0;
      // What is only staged is not to be lost, either.
      if (!options.is('force') && (known.get(path)?.oid !== oid || (await isTouched())))
        throw new GitFailure(`Submodule work tree '${shown}' contains local modifications; use '-f' to discard them`);
      if ((await lookAt(fs, `${folder}/.git`))?.type === 'directory')
        throw new GitFailure(`Submodule work tree '${shown}' contains a .git directory: it is left as it is`);
      await removeAll(fs, folder);
      await makeFolder(fs, folder);
      say(`Cleared directory '${shown}'\n`);
    }
    if (context.config.get(`submodule.${name}.url`) === undefined) continue;
    await removeSectionFrom(context, `submodule.${name}`);
    say(`Submodule '${name}' (${url}) unregistered for path '${shown}'\n`);
  }
  return 0;
}

/** Whether a submodule has uncommitted changes. */
async function isChanged(io: GitIo): Promise<boolean> {
  let text = '';
  await showStatus(['--porcelain'], { ...io, out: (part) => void (text += String(part)) });
  return text !== '';
}
