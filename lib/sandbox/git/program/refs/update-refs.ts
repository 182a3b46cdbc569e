import { currentBranch, headCommit } from '../../repository';
import { NO_OID } from '../../store/refs';
import { writeText } from '../../git-fs';
import type { Context } from '../setup/context';
import { moveReflog, noteMove } from './reflog';

/**
 * Points a ref, or the one that a symbolic ref leads to, to an object and notes it in the reflog, also in HEAD's if HEAD
 * is on that branch.
 */
export async function updateRef(context: Context, name: string, oid: string, reason: string): Promise<void> {
  const ref = (await context.refs.target(name)) ?? name;
  const before = await context.refs.resolve(ref);
  const head = await context.refs.target('HEAD');
  await context.refs.write(ref, oid);
  await noteMove(context, ref, { before, after: oid, reason });
  if (head === ref) await noteMove(context, 'HEAD', { before, after: oid, reason });
}

export async function deleteRef(context: Context, ref: string): Promise<void> {
  await context.refs.remove(ref);
  await moveReflog(context, ref);
}

/** Moves HEAD's branch, or a detached HEAD, to a commit. The files stay. */
export async function moveHead(context: Context, oid: string, reason: string): Promise<void> {
  const branch = await context.refs.target('HEAD');
  const before = await headCommit(context);
  await context.refs.mustBeFree('HEAD');
  const change = { before: before ?? NO_OID, after: oid };
  const names = ['HEAD', ...(branch === undefined ? [] : [branch])];
  await context.refs.inTransaction(
    names.map((name) => ({ name, ...change })),
    () =>
      branch === undefined
        ? writeText(context.fs, `${context.gitdir}/HEAD`, `${oid}\n`)
        : context.refs.write(branch, oid, 'HEAD'),
  );
  // With a detached HEAD, moving to the same commit is not noted.
  if (branch === undefined && before === oid) return;
  await noteMove(context, 'HEAD', { before, after: oid, reason });
  if (branch !== undefined && before !== oid) await noteMove(context, branch, { before, after: oid, reason });
}

export type HeadTarget = { readonly branch: string } | { readonly commit: string; readonly named?: string };

/** Puts HEAD on a branch, or detaches it at a commit. The files and the branches stay. */
export async function switchHead(context: Context, to: HeadTarget, reason?: string): Promise<void> {
  const before = await headCommit(context);
  const wasDetached = (await context.refs.target('HEAD')) === undefined;
  const from = (await currentBranch(context)) ?? before;
  await context.refs.mustBeFree('HEAD');
  if ('branch' in to) await context.refs.link('HEAD', `refs/heads/${to.branch}`);
  else {
    const { commit } = to;
    await context.refs.inTransaction([{ name: 'HEAD', before: NO_OID, after: commit }], () =>
      writeText(context.fs, `${context.gitdir}/HEAD`, `${commit}\n`),
    );
  }
  const after = await headCommit(context);
  if (after === undefined || (wasDetached && !('branch' in to) && before === after)) return;
  const target = 'branch' in to ? to.branch : (to.named ?? to.commit);
  await noteMove(context, 'HEAD', { before, after, reason: reason ?? `checkout: moving from ${from} to ${target}` });
}
