import { headCommit } from '../../repository';
import type { Context } from '../setup/context';
import { readReflog } from './reflog';
import { findCommit, fullRef } from './revision';
import { readRebaseState, readState } from '../setup/state';

/** `HEAD detached at v1`, or `from` if HEAD has moved since; during a rebase, its state. */
export async function detachedText(context: Context): Promise<string> {
  const onto = await readRebaseState(context, 'onto');
  if (onto !== undefined) {
    const isInteractive = (await readState(context, 'rebase-merge/interactive')) !== undefined;
    return `${isInteractive ? 'interactive rebase' : 'rebase'} in progress; onto ${onto.slice(0, 7)}`;
  }
  const { at, name } = await detachedAt(context);
  return name === undefined ? 'Not currently on any branch.' : `HEAD detached ${at ? 'at' : 'from'} ${name}`;
}

/** What HEAD was last detached at, and whether it is still there. */
export async function detachedAt(context: Context): Promise<{ at: boolean; name: string | undefined }> {
  const head = await headCommit(context);
  for (const { reason, after } of await readReflog(context, 'HEAD')) {
    const to = /^checkout: moving from \S+ to (\S+)$/.exec(reason)?.[1];
    if (to === undefined) continue;
    const ref = to === 'HEAD' || /^[0-9a-f]{7,40}$/.test(to) ? undefined : await fullRef(context, to);
    const isRef = ref !== undefined && (await findCommit(context, to)) === after;
    return { at: head === after, name: isRef ? ref.replace(/^refs\/(?:tags|remotes)\//, '') : after.slice(0, 7) };
  }
  return { at: true, name: undefined };
}
