import { GitFailure } from '../../git-failure';
import { comparePaths } from '../../store/bytes';
import { peel } from '../../store/tag';
import type { Context } from '../setup/context';
import { isAncestor } from '../refs/history';
import { headCommit } from '../../repository';
import { runHook } from '../setup/hooks';
import { filesOfCommit } from '../worktree/merge-into-work';
import { standingOf } from '../commit/status-text';
import { switchTree, wayFailure } from '../worktree/switch-tree';
import { copyObjects, type RemoteSource } from './remotes';
import { deleteRef, updateRef } from '../refs/update-refs';

interface Lease {
  readonly expected: string | undefined;
  /** `--force-if-includes`: whether the local branch has ever contained it. */
  readonly included: boolean;
}

/** A ref that a push changes at the remote. */
export interface Update {
  /** Undefined: the ref is deleted. */
  readonly oid: string | undefined;
  readonly from: string;
  /** What was written, if that is shown in place of the name. */
  readonly label?: string;
  readonly to: string;
  readonly force: boolean;
  /** `--force-with-lease`: what the remote must have, undefined if the ref must not exist. If it holds, the push is forced. */
  readonly lease?: Lease;
}

const NO_DELETE = `remote: error: By default, deleting the current branch is denied, because the next        
remote: 'git clone' won't result in any file checked out, causing confusion.        
remote: 
remote: You can set 'receive.denyDeleteCurrent' configuration variable to        
remote: 'warn' or 'ignore' in the remote repository to allow deleting the        
remote: current branch, with or without a warning message.        
remote: 
remote: To squelch this message, you can set it to 'refuse'.        
`;

const NO_UPDATE = [
  'error: By default, updating the current branch in a non-bare repository',
  'is denied, because it will make the index and work tree inconsistent',
  "with what you pushed, and will require 'git reset --hard' to match",
  'the work tree to HEAD.',
  '',
  "You can set the 'receive.denyCurrentBranch' configuration variable",
  "to 'ignore' or 'warn' in the remote repository to allow pushing into",
  'its current branch; however, this is not recommended unless you',
  'arranged to update its work tree to match what you pushed in some',
  'other way.',
  '',
  'To squelch this message and still keep the default behaviour, set',
  "'receive.denyCurrentBranch' configuration variable to 'refuse'.",
]
  .map((line) => (line === '' ? 'remote: \n' : `remote: ${line}        \n`))
  .join('');

/** A push of whatever both sides have fails where the remote is empty. */
export async function mustHaveRefs({ context }: RemoteSource, url: string): Promise<void> {
  if ((await context.refs.list('refs/')).length > 0) return;
  throw new GitFailure(
    `No refs in common and none specified; doing nothing.\nPerhaps you should specify a branch.\nfatal: the remote end hung up unexpectedly\nerror: failed to push some refs to '${url}'`,
    1,
    '',
  );
}

/** `receive.denyCurrentBranch=updateInstead`: the folder follows its branch. */
async function updateFolder(remote: Context, to: string, oid: string): Promise<void> {
  if (remote.bare || (await remote.refs.target('HEAD')) !== to) return;
  if (remote.config.get('receive.denyCurrentBranch') !== 'updateInstead') return;
  const inTheWay = await switchTree(
    remote,
    await filesOfCommit(remote, await headCommit(remote)),
    await filesOfCommit(remote, oid),
  );
  if (inTheWay) throw wayFailure(inTheWay, 'checkout');
}

/** The result of an update; `line` is what is printed, undefined if nothing changes. */
export interface Result extends Update {
  readonly line: string | undefined;
  readonly porcelain: string;
  readonly failed: boolean;
}

/** A branch's or a tag's short name. */
export const short = (name: string): string => name.replace(/^refs\/(?:heads|tags|remotes)\//, '');

interface Planned {
  readonly update: Update;
  readonly before: string | undefined;
}

/** The order of git: refs that the remote has, by name, then new ones. */
const knownFirst = (a: Planned, b: Planned): number =>
  a.before === undefined || b.before === undefined
    ? Number(a.before === undefined) - Number(b.before === undefined)
    : comparePaths(a.update.to, b.update.to);

/** What the hook `pre-push` reads: a line for each ref that is not refused before anything is sent. */
export async function hookLines(context: Context, source: RemoteSource, updates: readonly Update[]): Promise<string> {
  const none = '0'.repeat(40);
  let lines = '';
  for (const update of updates) {
    const before = await source.context.refs.resolve(update.to);
    const { fault } = await judge(context, source, update);
    const isRefused = fault !== undefined && /^(?:non-fast-forward|stale info|remote ref updated)/.test(fault);
    if (isRefused || before === update.oid) continue;
    lines += `${update.from} ${update.oid ?? none} ${update.to} ${before ?? none}\n`;
  }
  return lines;
}

/** Updates the refs at the remote, if allowed; with `atomic`, all or none. */
export async function pushAll(
  context: Context,
  source: RemoteSource,
  updates: readonly Update[],
  { dry, atomic }: { dry: boolean; atomic: boolean },
): Promise<Result[]> {
  const judged: (Awaited<ReturnType<typeof judge>> & { update: Update; before: string | undefined })[] = [];
  for (const update of updates)
    judged.push({
      update,
      before: await source.context.refs.resolve(update.to),
      ...(await judge(context, source, update)),
    });
  const blocked = atomic && judged.some(({ fault }) => fault !== undefined);
  const ready = judged
    .filter(({ fault, update, before }) => fault === undefined && update.oid !== before)
    .toSorted(knownFirst);
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
        line: ` ! [remote rejected] ${update.label ?? short(update.from)} -> ${short(update.to)} (pre-receive hook declined)`,
        porcelain: `!\t${update.from}:${update.to}\t[remote rejected] (pre-receive hook declined)`,
      }));
    for (const one of ready) one.fault = await refusal(source.context, one.update, one.before);
    const declined = ready.some(({ fault }) => fault !== undefined);
    if (atomic && declined) for (const one of ready) one.fault ??= 'atomic push failure';
    const done = ready.filter(({ fault }) => fault === undefined);
    for (const one of done) one.fault = await change(source.context, one.update);
    const changed = done
      .filter(({ fault }) => fault === undefined)
      .map(({ update, before }) => `${before ?? '0'.repeat(40)} ${update.oid ?? '0'.repeat(40)} ${update.to}\n`);
    if (changed.length > 0) {
      await runHook(source.context, 'post-receive', [], changed.join(''));
      await runHook(
        source.context,
        'post-update',
        done.map(({ update }) => update.to),
      );
    }
  }
  // Existing refs come in their order, then new ones, then refused ones.
  const inOrder = judged.toSorted(
    (a, b) => Number(a.fault !== undefined) - Number(b.fault !== undefined) || knownFirst(a, b),
  );
  return inOrder.map(({ update, before, flag, what, fault }) => {
    const { from, to, oid } = update;
    const own = update.label ?? short(from);
    if (fault !== undefined) {
      const kind =
        /^(?:branch is|failed to update|Working directory|deletion|hook declined|atomic push|non-fast-forward at)/.test(
          fault,
        )
          ? '[remote rejected]'
          : '[rejected]';
      const names = oid === undefined ? short(to) : `${own} -> ${short(to)}`;
      return {
        ...update,
        failed: true,
        line: ` ! ${kind.padEnd(17)} ${names} (${fault.replace(' at the remote', '')})`,
        porcelain: `!\t${from}:${to}\t${kind} (${fault})`,
      };
    }
    if (oid === before)
      return { ...update, failed: false, line: undefined, porcelain: `=\t${from}:${to}\t[up to date]` };
    const line =
      oid === undefined
        ? ` - [deleted]         ${short(to)}`
        : ` ${flag} ${what.padEnd(17)} ${own} -> ${short(to)}${flag === '+' ? ' (forced update)' : ''}`;
    return {
      ...update,
      failed: blocked,
      line,
      porcelain: `${flag}\t${oid === undefined ? '' : from}:${to}\t${what}${flag === '+' ? ' (forced update)' : ''}`,
    };
  });
}

/** Changes a ref; returns why that is not possible: a ref `a` and one `a/b` cannot both be. */
async function change(context: Context, { oid, to }: Update): Promise<string | undefined> {
  try {
    if (oid === undefined) await deleteRef(context, to);
    else {
      await updateFolder(context, to, oid);
      await updateRef(context, to, oid, 'push');
    }
    return undefined;
  } catch (error) {
    if (!(error instanceof GitFailure) || !error.message.startsWith('cannot lock ref')) throw error;
    context.io.err(`remote: error: ${error.message}        \n`);
    return 'failed to update ref';
  }
}

/** Why the remote refuses a change of the branch it is on. */
async function refusalOfCurrent(context: Context, { oid, to }: Update): Promise<string | undefined> {
  if ((await context.refs.target('HEAD')) !== to) return undefined;
  const setting = context.config.get(oid === undefined ? 'receive.denyDeleteCurrent' : 'receive.denyCurrentBranch');
  if (['ignore', 'warn', 'false'].includes(setting ?? '')) return undefined;
  if (oid === undefined) {
    context.io.err(`${NO_DELETE}remote: error: refusing to delete the current branch: ${to}        \n`);
    return 'deletion of the current branch prohibited';
  }
  if (context.bare) return undefined;
  if (setting !== 'updateInstead') {
    const told = setting === 'refuse' || setting === 'true' ? '' : NO_UPDATE;
    context.io.err(`remote: error: refusing to update checked out branch: ${to}        \n${told}`);
    return 'branch is currently checked out';
  }
  const { staged, changed, conflicts } = await standingOf(context, { renames: false });
  if (changed.length + conflicts.length > 0) return 'Working directory has unstaged changes';
  return staged.length > 0 ? 'Working directory has staged changes' : undefined;
}

/** Why the remote refuses a change of a ref: its settings or its hook `update`. */
async function refusal(context: Context, update: Update, before: string | undefined): Promise<string | undefined> {
  const { oid, to } = update;
  const say = (text: string) => context.io.err(`remote: error: ${text}        \n`);
  const isBranch = to.startsWith('refs/heads/');
  if (isBranch && oid !== undefined && (await context.objects.read(oid)).kind !== 'commit') {
    say(`cannot update ref '${to}': trying to write non-commit object ${oid} to branch '${to}'`);
    return 'failed to update ref';
  }
  const ofCurrent = await refusalOfCurrent(context, update);
  if (ofCurrent !== undefined) return ofCurrent;
  const denied = isBranch && context.config.boolean('receive.denyNonFastForwards') === true;
  if (denied && oid !== undefined && before !== undefined && !(await isAncestor(context, before, oid))) {
    say(`denying non-fast-forward ${to} (you should pull first)`);
    return 'non-fast-forward at the remote';
  }
  if (oid === undefined && isBranch && context.config.boolean('receive.denyDeletes') === true) {
    say(`denying ref deletion for ${to}`);
    return 'deletion prohibited';
  }
  const ids = [before, oid].map((id) => id ?? '0'.repeat(40));
  if ((await runHook(context, 'update', [to, ...ids])) === 0) return undefined;
  say(`hook declined to update ${to}`);
  return 'hook declined';
}

async function judge(
  context: Context,
  source: RemoteSource,
  { oid, to, force, lease }: Update,
): Promise<{ flag: string; what: string; fault?: string | undefined }> {
  const before = await source.context.refs.resolve(to);
  const stale = lease !== undefined && lease.expected !== before;
  if (stale && !force && before !== oid) return { flag: '!', what: '', fault: 'stale info' };
  if (lease?.included === false && !force && before !== oid)
    return { flag: '!', what: '', fault: 'remote ref updated since checkout' };
  if (oid === undefined) {
    if (before === undefined) throw new GitFailure(`unable to delete '${short(to)}': remote ref does not exist`, 1);
    return { flag: '-', what: '[deleted]' };
  }
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
  if (!force && lease === undefined)
    return {
      flag: '!',
      what: '',
      fault: to.startsWith('refs/tags/') ? 'already exists' : known ? 'non-fast-forward' : 'fetch first',
    };
  return { flag: '+', what: `${before.slice(0, 7)}...${oid.slice(0, 7)}` };
}

/** `--follow-tags`: annotated tags of pushed commits that the remote does not have. */
export async function followingTags(
  context: Context,
  source: RemoteSource,
  updates: readonly Update[],
): Promise<Update[]> {
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
