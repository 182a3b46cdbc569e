import { GitFailure } from '../../git-failure';
import { currentBranch } from '../../repository';
import { openContext, type Context } from '../context';
import { runHook } from '../hooks';
import type { GitCommand } from '../git-io';
import { isAncestor } from '../history';
import { readOptions } from '../options';
import { copyObjects, isRemote, openSource, parseRefspec, remoteRef, urlOf, type RemoteSource } from '../remotes';
import { findObject, fullRef } from '../revision';
import { peel } from '../../store/tag';
import { deleteRef, updateRef } from '../update-refs';
import { upstreamOf } from '../upstream';
import { followRef } from './branch';

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
  verify: '--verify --progress --no-progress -v --verbose --thin --no-thin',
  prune: '--prune',
} as const;

interface Update {
  /** Undefined: the name goes. */
  readonly oid: string | undefined;
  readonly from: string;
  readonly to: string;
  readonly force: boolean;
}

const FETCH_FIRST = `hint: Updates were rejected because the remote contains work that you do
hint: not have locally. This is usually caused by another repository pushing
hint: to the same ref. You may want to first integrate the remote changes
hint: (e.g., 'git pull ...') before pushing again.
`;
const BEHIND = `hint: Updates were rejected because the tip of your current branch is behind
hint: its remote counterpart. Integrate the remote changes (e.g.
hint: 'git pull ...') before pushing again.
`;
const NO_DELETE = `remote: error: By default, deleting the current branch is denied, because the next        
remote: 'git clone' won't result in any file checked out, causing confusion.        
remote: 
remote: You can set 'receive.denyDeleteCurrent' configuration variable to        
remote: 'warn' or 'ignore' in the remote repository to allow deleting the        
remote: current branch, with or without a warning message.        
remote: 
remote: To squelch this message, you can set it to 'refuse'.        
`;
const SEE_NOTE = "hint: See the 'Note about fast-forwards' in 'git push --help' for details.\n";

export const push: GitCommand = async (args, io) => {
  const options = readOptions(args, {
    flags: FLAGS,
    values: { option: '-o --push-option', repo: '--repo' },
    optional: {
      lease: '--force-with-lease --force-if-includes',
      submodules: '--recurse-submodules',
      signed: '--signed',
    },
  });
  const { is } = options;
  const context = await openContext(io);
  const branch = await currentBranch(context);
  const follows = branch === undefined ? undefined : upstreamOf(context, branch);
  const remotes = context.config.subsections('remote').filter((name) => isRemote(context, name));
  const standard =
    (branch === undefined ? undefined : context.config.get(`branch.${branch}.pushRemote`)) ??
    context.config.get('remote.pushDefault') ??
    follows?.remote ??
    (remotes.length === 1 ? remotes[0] : undefined) ??
    'origin';
  const [name = standard, ...specs] = options.rest;
  if (options.rest.length === 0 && !isRemote(context, name)) {
    throw new GitFailure(
      'No configured push destination.\nEither specify the URL from the command-line or configure a remote repository using\n\n    git remote add <name> <url>\n\nand then push using the remote name\n\n    git push <name>\n',
    );
  }
  const url = urlOf(context, name, true);
  const source = await openSource(io, url, isRemote(context, name) ? context.root : io.cwd);
  const asked = await wantedUpdates(context, source, {
    specs,
    name,
    branch,
    all: is('all') || is('mirror'),
    tags: is('tags') || is('mirror'),
    remove: is('remove'),
    force: is('force') || options.value('lease') !== undefined,
    upstream: is('upstream'),
  });
  const takesTags = is('followTags') || context.config.boolean('push.followTags') === true;
  const updates = takesTags ? [...asked, ...(await followingTags(context, source, asked))] : asked;
  const hook = is('noVerify')
    ? 0
    : await runHook(
        context,
        'pre-push',
        [name, url],
        (
          await Promise.all(
            updates.map(
              async ({ from, oid, to }) =>
                `${from} ${oid ?? '0'.repeat(40)} ${to} ${(await source.context.refs.resolve(to)) ?? '0'.repeat(40)}\n`,
            ),
          )
        ).join(''),
      );
  if (hook !== 0) throw new GitFailure(`failed to push some refs to '${url}'`, 1);
  const results = await pushAll(context, source, updates, { dry: is('dry'), atomic: is('atomic') }).catch(
    (error: unknown) => {
      if (!(error instanceof GitFailure)) throw error;
      throw new GitFailure(`${error.message}\nerror: failed to push some refs to '${url}'`, error.exitCode);
    },
  );
  const changed = results.filter(({ line }) => line !== undefined);
  const failed = results.some((result) => result.failed);
  if (is('porcelain')) {
    io.out(`To ${url}\n${results.map(({ porcelain }) => `${porcelain}\n`).join('')}${failed ? '' : 'Done\n'}`);
  } else if (!is('quiet') || failed) {
    if (changed.length === 0) io.err('Everything up-to-date\n');
    else io.err(`To ${url}\n${changed.map(({ line }) => `${line}\n`).join('')}`);
  }
  if (!is('dry')) await track(context, name, results, is('upstream'), is('quiet'));
  if (failed) {
    io.err(`error: failed to push some refs to '${url}'\n`);
    const lines = results.map(({ line }) => line ?? '').join('\n');
    if (lines.includes('(fetch first)')) io.err(`${FETCH_FIRST}${SEE_NOTE}`);
    else if (lines.includes('(non-fast-forward)')) io.err(`${BEHIND}${SEE_NOTE}`);
  }
  return failed ? 1 : 0;
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
    remove,
    force,
    upstream,
  }: {
    specs: readonly string[];
    name: string;
    branch: string | undefined;
    all: boolean;
    tags: boolean;
    remove: boolean;
    force: boolean;
    upstream: boolean;
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
  if (all)
    for (const { name, oid } of await context.refs.list('refs/heads/'))
      found.push({ oid, from: name, to: name, force });
  if (tags)
    for (const { name, oid } of await context.refs.list('refs/tags/')) found.push({ oid, from: name, to: name, force });
  const configured = context.config.getAll(`remote.${name}.push`);
  const given = specs.length > 0 ? specs : found.length > 0 ? [] : configured;
  for (const [at, text] of given.entries()) {
    if (text === 'tag') continue;
    const spec = parseRefspec(given[at - 1] === 'tag' ? `refs/tags/${text}` : text);
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
    if (oid === undefined)
      throw new GitFailure(
        `src refspec ${spec.from} does not match any\nerror: failed to push some refs to '${urlOf(context, name, true)}'`,
        1,
      );
    found.push({ oid, from, to: await targetName(source, from, spec.to), force: force || spec.force });
  }
  if (found.length > 0 || given.length > 0 || all || tags) return found;
  return [await standardUpdate(context, name, branch, force, upstream)];
}

/** `--follow-tags`: annotated tags of what is pushed, that the other side has not. */
async function followingTags(context: Context, source: RemoteSource, updates: readonly Update[]): Promise<Update[]> {
  const found: Update[] = [];
  for (const { name, oid } of await context.refs.list('refs/tags/')) {
    if ((await source.context.refs.resolve(name)) !== undefined || updates.some(({ to }) => to === name)) continue;
    if ((await context.objects.find(oid))?.kind !== 'tag') continue;
    const commit = await peel(context.objects, oid, 'commit');
    if (commit === undefined) continue;
    for (const update of updates) {
      if (update.oid === undefined || !(await isAncestor(context, commit, update.oid))) continue;
      found.push({ oid, from: name, to: name, force: false });
      break;
    }
  }
  return found;
}

async function targetName(source: RemoteSource, from: string, to: string): Promise<string> {
  if (to === '') {
    if (from.startsWith('refs/')) return from;
    throw new GitFailure(`The destination you provided is not a full refname (i.e.,\nstarting with "refs/").`, 1);
  }
  if (to.startsWith('refs/')) return to;
  const known = await remoteRef(source, to);
  if (known !== undefined && known !== 'HEAD') return known;
  return `${from.startsWith('refs/tags/') ? 'refs/tags/' : 'refs/heads/'}${to}`;
}

/** `push.default` is `simple`: the branch that is checked out, to the one of its name. */
async function standardUpdate(
  context: Context,
  name: string,
  branch: string | undefined,
  force: boolean,
  setsUpstream: boolean,
): Promise<Update> {
  if (branch === undefined)
    throw new GitFailure(
      'You are not currently on a branch.\nTo push the history leading to the current (detached HEAD)\nstate now, use\n\n    git push '.concat(
        name,
        ' HEAD:<name-of-remote-branch>\n',
      ),
    );
  const ref = `refs/heads/${branch}`;
  const oid = await context.refs.resolve(ref);
  if (oid === undefined) throw new GitFailure(`src refspec ${branch} does not match any`, 1);
  const upstream = upstreamOf(context, branch);
  const mode = context.config.get('push.default') ?? 'simple';
  const auto = context.config.boolean('push.autoSetupRemote') === true;
  if (mode === 'current' || setsUpstream || (auto && !upstream)) return { oid, from: ref, to: ref, force };
  if (!upstream) {
    const isCentral = name === (upstream ? '' : 'origin') || context.config.subsections('remote').length <= 1;
    if (isCentral || mode === 'simple')
      throw new GitFailure(
        `The current branch ${branch} has no upstream branch.\nTo push the current branch and set the remote as upstream, use\n\n    git push --set-upstream ${name} ${branch}\n\nTo have this happen automatically for branches without a tracking\nupstream, see 'push.autoSetupRemote' in 'git help config'.\n`,
      );
    return { oid, from: ref, to: ref, force };
  }
  if (mode === 'simple' && upstream.remote === name && upstream.merge !== ref) {
    throw new GitFailure(
      `The upstream branch of your current branch does not match\nthe name of your current branch.  To push to the upstream branch\non the remote, use\n\n    git push ${name} HEAD:${upstream.merge.replace('refs/heads/', '')}\n`,
    );
  }
  return { oid, from: ref, to: mode === 'upstream' ? upstream.merge : ref, force };
}

interface Result extends Update {
  readonly line: string | undefined;
  readonly porcelain: string;
  readonly failed: boolean;
}

const short = (name: string): string => name.replace(/^refs\/(?:heads|tags)\//, '');

async function pushAll(
  context: Context,
  source: RemoteSource,
  updates: readonly Update[],
  { dry, atomic }: { dry: boolean; atomic: boolean },
): Promise<Result[]> {
  const judged = [];
  for (const update of updates)
    judged.push({
      update,
      before: await source.context.refs.resolve(update.to),
      ...(await judge(context, source, update)),
    });
  const blocked = atomic && judged.some(({ fault }) => fault !== undefined);
  const ready = judged.filter(({ fault, update, before }) => fault === undefined && update.oid !== before);
  if (!dry && !blocked && ready.length > 0) {
    await copyObjects(
      context.objects,
      source.context.objects,
      ready.flatMap(({ update }) => update.oid ?? []),
    );
    const input = ready
      .map(({ update, before }) => `${before ?? '0'.repeat(40)} ${update.oid ?? '0'.repeat(40)} ${update.to}\n`)
      .join('');
    if ((await runHook(source.context, 'pre-receive', [], input)) !== 0)
      return judged.map(({ update }) => ({
        ...update,
        failed: true,
        line: ` ! [remote rejected] ${short(update.from)} -> ${short(update.to)} (pre-receive hook declined)`,
        porcelain: `!\t${update.from}:${update.to}\t[remote rejected] (pre-receive hook declined)`,
      }));
    for (const { update } of ready) {
      if (update.oid === undefined) await deleteRef(source.context, update.to);
      else await updateRef(source.context, update.to, update.oid, 'push');
    }
    await runHook(source.context, 'post-receive', [], input);
    await runHook(
      source.context,
      'post-update',
      ready.map(({ update }) => update.to),
    );
  }
  return judged.map(({ update, before, flag, what, fault }) => {
    const { from, to, oid } = update;
    if (fault !== undefined) {
      const kind = /^(?:branch is|deletion)/.test(fault) ? '[remote rejected]' : '[rejected]';
      const names = oid === undefined ? short(to) : `${short(from)} -> ${short(to)}`;
      return {
        ...update,
        failed: true,
        line: ` ! ${kind.padEnd(17)} ${names} (${fault})`,
        porcelain: `!\t${from}:${to}\t${kind} (${fault})`,
      };
    }
    if (oid === before)
      return { ...update, failed: false, line: undefined, porcelain: `=\t${from}:${to}\t[up to date]` };
    const line =
      oid === undefined
        ? ` - [deleted]         ${short(to)}`
        : ` ${flag} ${what.padEnd(17)} ${short(from)} -> ${short(to)}${flag === '+' ? ' (forced update)' : ''}`;
    return {
      ...update,
      failed: blocked,
      line,
      porcelain: `${flag}\t${oid === undefined ? '' : from}:${to}\t${what}${flag === '+' ? ' (forced update)' : ''}`,
    };
  });
}

async function judge(
  context: Context,
  source: RemoteSource,
  { oid, to, force }: Update,
): Promise<{ flag: string; what: string; fault?: string }> {
  const before = await source.context.refs.resolve(to);
  const isCurrent = !source.context.bare && (await source.context.refs.target('HEAD')) === to && oid !== before;
  if (oid === undefined) {
    if (before === undefined) throw new GitFailure(`unable to delete '${short(to)}': remote ref does not exist`, 1);
    if (
      (await source.context.refs.target('HEAD')) === to &&
      !['ignore', 'warn', 'false'].includes(source.context.config.get('receive.denyDeleteCurrent') ?? '')
    ) {
      context.io.err(`${NO_DELETE}remote: error: refusing to delete the current branch: ${to}        \n`);
      return { flag: '!', what: '', fault: 'deletion of the current branch prohibited' };
    }
    return { flag: '-', what: '[deleted]' };
  }
  if (
    isCurrent &&
    context.config !== source.context.config &&
    !['ignore', 'updateInstead', 'warn'].includes(source.context.config.get('receive.denyCurrentBranch') ?? '')
  )
    return { flag: '!', what: '', fault: 'branch is currently checked out' };
  if (before === undefined)
    return {
      flag: '*',
      what: to.startsWith('refs/tags/')
        ? '[new tag]'
        : to.startsWith('refs/heads/')
          ? '[new branch]'
          : '[new reference]',
    };
  if (before === oid) return { flag: '=', what: '[up to date]' };
  const known = (await context.objects.find(before)) !== undefined;
  const forward = known && !to.startsWith('refs/tags/') && (await isAncestor(context, before, oid));
  if (forward) return { flag: ' ', what: `${before.slice(0, 7)}..${oid.slice(0, 7)}` };
  if (!force)
    return {
      flag: '!',
      what: '',
      fault: to.startsWith('refs/tags/') ? 'already exists' : known ? 'non-fast-forward' : 'fetch first',
    };
  return { flag: '+', what: `${before.slice(0, 7)}...${oid.slice(0, 7)}` };
}

/** What was pushed is what the remote has now, as far as this side knows. */
async function track(
  context: Context,
  name: string,
  results: readonly Result[],
  upstream: boolean,
  quiet: boolean,
): Promise<void> {
  for (const { from, to, oid, failed } of results) {
    if (failed || !to.startsWith('refs/heads/') || !isRemote(context, name)) continue;
    const ref = `refs/remotes/${name}/${short(to)}`;
    if (oid === undefined) await deleteRef(context, ref);
    else if ((await context.refs.resolve(ref)) !== oid) await updateRef(context, ref, oid, 'update by push');
    if (upstream && from.startsWith('refs/heads/')) await followRef(context, short(from), ref, quiet);
  }
}
