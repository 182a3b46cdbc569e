import { GitFailure } from '../../git-failure';
import { normalKey } from '../../store/config';
import { comparePaths } from '../../store/bytes';
import { isRefName } from '../../store/refs';
import { addSettingTo, appendSettingTo, removeSectionFrom, renameSectionIn } from '../setup/change-config';
import { openContext, type Context } from '../setup/context';
import type { GitCommand } from '../setup/git-io';
import { readOptions } from '../terminal/options';
import { leavesOut, mapRef, parseRefspec } from '../refs/refspec';
import { isRemote, openSource, remotesOf, urlOf, urlsOf } from '../transfer/remotes';
import { isAncestor } from '../refs/history';
import { moveReflog } from '../refs/reflog';
import { upstreamOf } from '../refs/upstream';
import { deleteRef } from '../refs/update-refs';
import { fetchFrom, fetchSeveral } from './fetch';

export const remote: GitCommand = async (args, io) => {
  const context = await openContext(io);
  const [first, ...others] = args;
  const told = /^(?:-v|--verbose)$/.test(first ?? '') && args[1] === 'update';
  const verb = told ? 'update' : first === undefined || first.startsWith('-') ? 'list' : first;
  const options = readOptions(told ? [...args.slice(2), '-v'] : verb === 'list' ? args : others, {
    flags: {
      verbose: '-v --verbose',
      fetch: '-f',
      add: '--add',
      push: '--push',
      all: '--all',
      remove: '-d --delete',
      auto: '-a --auto',
      dry: '-n --dry-run --no-query',
      prune: '-p --prune',
      tags: '--tags',
      noTags: '--no-tags',
      progress: '--progress --no-progress',
    },
    values: { track: '-t', master: '-m --master' },
    optional: { mirror: '--mirror' },
  });
  const [name = '', value] = options.rest;
  const must = () => {
    if (!isRemote(context, name)) {
      const colon = ['remove', 'rm', 'rename'].includes(args[0] ?? '') ? ':' : '';
      throw new GitFailure(`No such remote${colon} '${name}'`, 2);
    }
  };
  const most = MOST_NAMES[verb];
  if (most !== undefined && (options.rest.length < most[0] || options.rest.length > most[1]))
    throw new GitFailure(`usage: git remote ${verb} [<options>] <name>`, 129, '');
  const inOrder = context.config.subsections('remote').filter((one) => isRemote(context, one));
  const names = inOrder.toSorted();
  switch (verb) {
    case 'list':
      for (const one of names) {
        if (!options.is('verbose')) io.out(`${one}\n`);
        else {
          io.out(`${one}\t${urlOf(context, one)} (fetch)\n`);
          io.out(
            urlsOf(context, one, true)
              .map((url) => `${one}\t${url} (push)\n`)
              .join(''),
          );
        }
      }
      return;
    case 'add':
      if (isRemote(context, name)) throw new GitFailure(`remote ${name} already exists.`, 3);
      if (value === undefined || options.rest.length > 2)
        throw new GitFailure('usage: git remote add [<options>] <name> <url>', 129);
      if (!isRefName(`refs/remotes/${name}/test`)) throw new GitFailure(`'${name}' is not a valid remote name`);
      await addMirrorOrRemote(context, name, value, options.values('track'), options.value('mirror'));
      if (options.is('tags') || options.is('noTags'))
        await addSettingTo(
          context,
          `remote.${name}.tagOpt`,
          options.last('tags', 'noTags') === 'tags' ? '--tags' : '--no-tags',
        );
      if (options.is('fetch')) {
        io.out(`Updating ${name}\n`);
        try {
          await fetchFrom(await openContext(io), name, [], { noTags: options.is('noTags') });
        } catch (error) {
          if (!(error instanceof GitFailure)) throw error;
          throw new GitFailure(`${error.message}\nerror: Could not fetch ${name}`, 1, error.prefix);
        }
      }
      if (options.value('master') !== undefined)
        await context.refs.link(`refs/remotes/${name}/HEAD`, `refs/remotes/${name}/${options.value('master')}`);
      return;
    case 'remove':
    case 'rm':
      must();
      return removeRemote(context, name);
    case 'rename':
      if (value === undefined || options.rest.length > 2)
        throw new GitFailure('usage: git remote rename [--[no-]progress] <old> <new>', 129);
      must();
      if (!isRefName(`refs/remotes/${value}/test`)) throw new GitFailure(`'${value}' is not a valid remote name`);
      return renameRemote(context, name, value);
    case 'get-url':
      must();
      return io.out(
        (options.is('all') ? urlsOf(context, name, options.is('push')) : [urlOf(context, name, options.is('push'))])
          .map((url) => `${url}\n`)
          .join(''),
      );
    case 'set-url':
      must();
      return setUrls(context, `remote.${name}.${options.is('push') ? 'pushurl' : 'url'}`, options.rest.slice(1), {
        adds: options.is('add'),
        removes: options.is('remove'),
      });
    case 'prune':
      for (const one of options.rest)
        await fetchFrom(context, one, [], { prune: true, onlyPrune: true, dry: options.is('dry') });
      return;
    case 'update': {
      const several = remotesOf(context, name === '' ? ['default'] : options.rest, inOrder);
      const isGroup = context.config.get(`remotes.${name || 'default'}`) !== undefined;
      return fetchSeveral(
        context,
        several,
        {
          ...(options.is('prune') && { prune: true }),
          verbose: options.is('verbose'),
          label: 'fetch --multiple --all',
        },
        several.length > 1 || isGroup,
      );
    }
    case 'set-head': {
      if (value === undefined && !options.is('auto') && !options.is('remove'))
        throw new GitFailure('usage: git remote set-head <name> (-a | --auto | -d | --delete | <branch>)', 129, '');
      must();
      const source = options.is('auto') ? await openSource(io, urlOf(context, name), context.root) : undefined;
      const head = source ? (await source.context.refs.target('HEAD'))?.replace('refs/heads/', '') : value;
      if (options.is('remove')) return context.refs.remove(`refs/remotes/${name}/HEAD`);
      if ((await context.refs.resolve(`refs/remotes/${name}/${head}`)) === undefined)
        throw new GitFailure(`Not a valid ref: refs/remotes/${name}/${head}`, 1);
      await context.refs.link(`refs/remotes/${name}/HEAD`, `refs/remotes/${name}/${head}`);
      if (options.is('auto')) io.out(`${name}/HEAD set to ${head}\n`);
      return;
    }
    case 'set-branches':
      must();
      if (!options.is('add')) await addSettingTo(context, `remote.${name}.fetch`, undefined);
      for (const branch of options.rest.slice(1))
        await appendSettingTo(context, `remote.${name}.fetch`, `+refs/heads/${branch}:refs/remotes/${name}/${branch}`);
      return;
    case 'show':
      if (name === '') return io.out(names.map((one) => `${one}\n`).join(''));
      for (const one of options.rest) await show(context, one, !options.is('dry'));
      return;
    default:
      throw new GitFailure(`unknown subcommand: \`${verb}'`, 129);
  }
};

/** How many names some of them are given at least and at most. */
const MOST_NAMES: Readonly<Record<string, readonly [number, number]>> = {
  remove: [1, 1],
  rm: [1, 1],
  prune: [1, Infinity],
  'get-url': [1, 1],
  'set-url': [2, 3],
  'set-head': [1, 2],
};

/** `set-url`: replaces, adds or removes an address. */
async function setUrls(
  context: Context,
  key: string,
  [value = '', old]: readonly string[],
  { adds, removes }: { adds: boolean; removes: boolean },
): Promise<void> {
  if (adds) return appendSettingTo(context, key, value);
  const known = context.config.getAll(key);
  const pattern = removes ? value : old;
  const fits = (url: string) => pattern === undefined || new RegExp(pattern).test(url);
  if ((removes || old !== undefined) && !known.some(fits)) throw new GitFailure(`No such URL found: ${pattern}`);
  if (removes && known.every(fits) && !key.endsWith('.pushurl'))
    throw new GitFailure('Will not delete all non-push URLs');
  if (!removes && known.length < 2) return addSettingTo(context, key, value);
  const kept = removes
    ? known.filter((url) => !fits(url))
    : known.map((url, at) => ((old === undefined ? at === 0 : fits(url)) ? value : url));
  await addSettingTo(context, key, undefined);
  for (const url of kept) await appendSettingTo(context, key, url);
}

/** A mirror fetches or pushes every ref as it is. */
async function addMirrorOrRemote(
  context: Context,
  name: string,
  url: string,
  tracks: readonly string[],
  mirror: string | undefined,
): Promise<void> {
  if (mirror === undefined) return addRemote(context, name, url, tracks.length > 0 ? tracks : undefined);
  if (!['fetch', 'push', ''].includes(mirror)) throw new GitFailure(`unknown --mirror argument: ${mirror}`, 129);
  await addSettingTo(context, `remote.${name}.url`, url);
  if (mirror !== 'push') await addSettingTo(context, `remote.${name}.fetch`, '+refs/*:refs/*');
  if (mirror !== 'fetch') await addSettingTo(context, `remote.${name}.mirror`, 'true');
}

export async function addRemote(
  context: Context,
  name: string,
  url: string,
  tracks: readonly string[] = ['*'],
): Promise<void> {
  await addSettingTo(context, `remote.${name}.url`, url);
  for (const track of tracks)
    await appendSettingTo(context, `remote.${name}.fetch`, `+refs/heads/${track}:refs/remotes/${name}/${track}`);
}

const pushRemotes = ({ config }: Context): string[] =>
  config.subsections('branch').map((one) => `branch.${one}.pushRemote`);

/** Renames a remote where it is the one to push to, or takes it out there. */
async function changePushRemote(
  context: Context,
  name: string,
  to: string | undefined,
  keys: readonly string[],
): Promise<void> {
  const isLocal = (key: string) =>
    context.config.all.some((one) => one.scope === 'local' && one.key === normalKey(key) && one.value === name);
  for (const key of keys) if (isLocal(key)) await addSettingTo(context, key, to);
}

async function removeRemote(context: Context, name: string): Promise<void> {
  await changePushRemote(context, name, undefined, [...pushRemotes(context), 'remote.pushDefault']);
  for (const branch of context.config.subsections('branch')) {
    if (context.config.get(`branch.${branch}.remote`) !== name) continue;
    await addSettingTo(context, `branch.${branch}.remote`, undefined);
    await addSettingTo(context, `branch.${branch}.merge`, undefined);
  }
  await removeSectionFrom(context, `remote.${name}`);
  const head = `refs/remotes/${name}/HEAD`;
  await context.refs.remove(head);
  for (const ref of await context.refs.list(`refs/remotes/${name}/`)) await deleteRef(context, ref.name);
}

async function renameRemote(context: Context, name: string, to: string): Promise<void> {
  if (isRemote(context, to)) throw new GitFailure(`remote ${to} already exists.`, 3);
  await renameSectionIn(context, `remote.${name}`, `remote.${to}`);
  const specs = context.config.getAll(`remote.${name}.fetch`);
  const renamed = specs.map((spec) => spec.replace(`:refs/remotes/${name}/`, `:refs/remotes/${to}/`));
  await addSettingTo(context, `remote.${to}.fetch`, undefined);
  for (const spec of renamed) await appendSettingTo(context, `remote.${to}.fetch`, spec);
  for (const branch of context.config.subsections('branch'))
    if (context.config.get(`branch.${branch}.remote`) === name)
      await addSettingTo(context, `branch.${branch}.remote`, to);
  await changePushRemote(context, name, to, pushRemotes(context));
  // With refspecs of the user's own, git leaves the rest as it is.
  if (renamed.every((spec, at) => spec === specs[at])) return;
  await changePushRemote(context, name, to, ['remote.pushDefault']);
  const head = await context.refs.target(`refs/remotes/${name}/HEAD`);
  if (head !== undefined) await context.refs.remove(`refs/remotes/${name}/HEAD`);
  for (const ref of await context.refs.list(`refs/remotes/${name}/`)) {
    const target = `refs/remotes/${to}/${ref.name.slice(`refs/remotes/${name}/`.length)}`;
    await context.refs.write(target, ref.oid);
    await context.refs.remove(ref.name);
    await moveReflog(context, ref.name, target);
  }
  if (head !== undefined)
    await context.refs.link(`refs/remotes/${to}/HEAD`, head.replace(`refs/remotes/${name}/`, `refs/remotes/${to}/`));
}

/** `asks`: whether to look at the remote itself. */
async function show(context: Context, name: string, asks: boolean): Promise<void> {
  const url = urlOf(context, name);
  const other = asks ? (await openSource(context.io, url, context.root)).context : undefined;
  const head = other ? ((await other.refs.target('HEAD'))?.replace('refs/heads/', '') ?? '(unknown)') : '(not queried)';
  const told = asks ? '' : ' (status not queried)';
  const branches = await trackedBranches(context, name, other);
  const width = Math.max(0, ...branches.map(([one]) => one.length));
  const urls = urlsOf(context, name, true);
  const pushes = (urls.length > 0 ? urls : [url]).map((one) => `  Push  URL: ${one}\n`).join('');
  let out = `* remote ${name}\n  Fetch URL: ${url}\n${pushes}  HEAD branch: ${head}\n`;
  if (branches.length > 0) out += `  Remote branch${branches.length === 1 ? '' : 'es'}:${told}\n`;
  for (const [one, state] of branches) out += `    ${state === '' ? one : `${one.padEnd(width)} ${state}`}\n`;
  context.io.out(out + (await followers(context, name, other)));
}

/** The branches that a remote's refspecs fetch, each with its state; without the remote itself, those fetched before. */
async function trackedBranches(
  context: Context,
  name: string,
  other: Context | undefined,
): Promise<(readonly [string, string])[]> {
  const specs = context.config.getAll(`remote.${name}.fetch`).map(parseRefspec);
  const short = (ref: string) => ref.replace(/^refs\/heads\//, '');
  const found = new Map<string, string>();
  for (const ref of other ? await other.refs.list('refs/heads/') : []) {
    const to = specs.map((spec) => mapRef(spec, ref.name)).find(Boolean);
    if (leavesOut(specs, ref.name)) found.set(short(ref.name), 'skipped');
    if (to === undefined || leavesOut(specs, ref.name)) continue;
    const known = (await context.refs.resolve(to)) !== undefined;
    found.set(short(ref.name), known ? 'tracked' : `new (next fetch will store in remotes/${name})`);
  }
  for (const { name: ref, target } of await context.refs.list()) {
    const from = specs.map((spec) => mapRef({ from: spec.to, to: spec.from }, ref)).find(Boolean);
    if (from === undefined || target !== undefined || found.has(short(from))) continue;
    if (other && !from.startsWith('refs/heads/')) continue;
    found.set(other ? `refs/remotes/${name}/${short(from)}` : short(from), other ? STALE : '');
  }
  return [...found].toSorted(([a], [b]) => comparePaths(a, b));
}

const STALE = "stale (use 'git remote prune' to remove)";

/** What `pull` and `push` would do on branches that track the remote’s. */
async function followers(context: Context, name: string, other: Context | undefined): Promise<string> {
  const pairs = (await context.refs.list('refs/heads/')).flatMap(({ name: ref, oid }) => {
    const own = ref.slice('refs/heads/'.length);
    const upstream = upstreamOf(context, own);
    return upstream?.remote === name ? [{ own, oid, merge: upstream.merge.replace('refs/heads/', '') }] : [];
  });
  let out = '';
  if (pairs.length > 0) {
    const width = Math.max(...pairs.map(({ own }) => own.length));
    const lines = pairs.map(({ own, merge }) => `    ${own.padEnd(width)} merges with remote ${merge}\n`);
    out += `  Local branch${pairs.length === 1 ? '' : 'es'} configured for 'git pull':\n${lines.join('')}`;
  }
  if (!other)
    return `${out}  Local ref configured for 'git push' (status not queried):\n    (matching) pushes to (matching)\n`;
  const pushed: { own: string; state: string }[] = [];
  for (const { name: ref, oid } of await context.refs.list('refs/heads/')) {
    const theirs = await other.refs.resolve(ref);
    if (theirs === undefined) continue;
    const known = (await context.objects.find(theirs)) !== undefined;
    const state =
      theirs === oid
        ? 'up to date'
        : known && (await isAncestor(context, theirs, oid))
          ? 'fast-forwardable'
          : 'local out of date';
    const own = ref.slice('refs/heads/'.length);
    pushed.push({ own, state });
  }
  const widest = Math.max(0, ...pushed.map(({ own }) => own.length));
  const pushLine = ({ own, state }: { own: string; state: string }) =>
    `    ${own.padEnd(widest)} pushes to ${own.padEnd(widest)} (${state})\n`;
  if (pushed.length > 0)
    out += `  Local ref${pushed.length === 1 ? '' : 's'} configured for 'git push':\n${pushed.map(pushLine).join('')}`;
  return out;
}
