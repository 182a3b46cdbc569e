import { GitFailure } from '../../git-failure';
import { addSettingTo } from '../setup/change-config';
import type { Context } from '../setup/context';
import { fullRef } from './revision';
import { trackersOf } from './upstream';

/** What the user says of the upstream of a new branch. */
export interface Following {
  /** The value of `--track`; empty if it was left out, undefined without the option. */
  readonly track: string | undefined;
  readonly noTrack: boolean;
  readonly quiet: boolean;
}

/**
 * Finds out which upstream a new branch gets by what it starts from, as `--track` and `branch.autoSetupMerge` say; what
 * it returns sets it. Fails before there is a branch.
 */
export async function followStart(
  context: Context,
  name: string,
  start: string,
  { track, noTrack, quiet }: Following,
): Promise<() => Promise<void>> {
  if (track !== undefined && !['', 'direct', 'inherit'].includes(track))
    throw new GitFailure('option `--track\' expects "direct" or "inherit"', 129);
  const none = async () => undefined;
  const setting = context.config.get('branch.autoSetupMerge') ?? 'true';
  const how =
    track === undefined ? (/^(?:always|inherit|simple)$/.test(setting) ? setting : 'remote') : track || 'direct';
  if (noTrack || (track === undefined && context.config.boolean('branch.autoSetupMerge') === false)) return none;
  const named = await fullRef(context, start);
  const ref = named === 'HEAD' ? await context.refs.target('HEAD') : named;
  const tracked = ref === undefined ? [] : trackersOf(context, ref);
  if (ref === undefined || (!ref.startsWith('refs/heads/') && tracked.length === 0)) {
    if (track === undefined) return none;
    throw new GitFailure(`cannot set up tracking information; starting point '${start}' is not a branch`);
  }
  rebasesAlways(context);
  if (how === 'inherit') return () => inherit(context, name, ref, quiet);
  if (tracked.length === 0 && (how === 'remote' || how === 'simple')) return none;
  if (how === 'simple' && tracked[0]?.merge !== `refs/heads/${name}`) return none;
  return async () => {
    if (tracked.length > 1) throw new GitFailure(`not tracking: ambiguous information for ref '${ref}'`);
    return followRef(context, name, ref, quiet);
  };
}

/** Whose branches are rebased by a pull from the start: `branch.autoSetupRebase`. */
function rebasesAlways({ config }: Context): string {
  const setting = config.get('branch.autoSetupRebase') ?? 'never';
  if (/^(?:never|local|remote|always)$/.test(setting)) return setting;
  throw new GitFailure('malformed value for branch.autosetuprebase');
}

/** Gives a new branch the upstream of the one it starts from. */
async function inherit(context: Context, name: string, ref: string, quiet: boolean): Promise<void> {
  const from = ref.replace(/^refs\/heads\//, '');
  const [remote, merges] = [context.config.get(`branch.${from}.remote`), context.config.getAll(`branch.${from}.merge`)];
  if (remote === undefined || merges.length === 0) {
    context.io.err(
      `warning: asked to inherit tracking from '${from}', but no ${remote === undefined ? 'remote' : 'merge configuration'} is set\n`,
    );
    return;
  }
  await follow(context, name, remote, merges[0] ?? '', quiet, true);
}

/** Sets the upstream of a branch, which may be a local branch or one of a remote. */
export async function followRef(context: Context, name: string, ref: string, quiet = false): Promise<void> {
  const [tracked] = trackersOf(context, ref);
  if (!tracked && ref === `refs/heads/${name}`)
    return context.io.err(`warning: not setting branch '${name}' as its own upstream\n`);
  await follow(context, name, tracked?.remote ?? '.', tracked?.merge ?? ref, quiet);
}

/** Sets the upstream of a branch: the remote's name for it. */
export async function follow(
  context: Context,
  name: string,
  remote: string,
  merge: string,
  quiet: boolean,
  inherits = false,
): Promise<void> {
  await addSettingTo(context, `branch.${name}.remote`, remote);
  await addSettingTo(context, `branch.${name}.merge`, merge);
  const rebasing = rebasesAlways(context);
  const rebases = rebasing === 'always' || rebasing === (remote === '.' ? 'local' : 'remote');
  if (rebases) await addSettingTo(context, `branch.${name}.rebase`, 'true');
  if (quiet) return;
  const short = merge.replace(/^refs\/heads\//, '');
  const shown = (remote === '.' && !inherits) || short === merge ? short : `${remote}/${short}`;
  context.io.out(`branch '${name}' set up to track '${shown}'${rebases ? ' by rebasing' : ''}.\n`);
}
