import { GitFailure } from '../git-failure';
import type { Context } from './context';
import type { Update } from './push-updates';
import { urlOf } from './remotes';
import { upstreamOf } from './upstream';

/** Why `push.default=simple` refuses an upstream with another name. */
export const mismatch = (name: string, merge: string): string =>
  `The upstream branch of your current branch does not match\nthe name of your current branch.  To push to the upstream branch\non the remote, use\n\n    git push ${name} HEAD:${merge.replace('refs/heads/', '')}\n\nTo push to the branch of the same name on the remote, use\n\n    git push ${name} HEAD\n\nTo choose either option permanently, see push.default in 'git help config'.\n\nTo avoid automatically configuring an upstream branch when its name\nwon't match the local branch, see option 'simple' of branch.autoSetupMerge\nin 'git help config'.\n`;

/** The update of a push without refspecs, chosen by `push.default` (`simple` if unset). */
export async function standardUpdate(
  context: Context,
  name: string,
  branch: string | undefined,
  force: boolean,
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
  if (oid === undefined)
    throw new GitFailure(
      `src refspec refs/heads/${branch} does not match any\nerror: failed to push some refs to '${urlOf(context, name, true)}'`,
      1,
    );
  const upstream = upstreamOf(context, branch);
  const mode = context.config.get('push.default') ?? 'simple';
  const auto = context.config.boolean('push.autoSetupRemote') === true;
  if (mode === 'current' || (auto && !upstream)) return { oid, from: ref, to: ref, force };
  if (!upstream) {
    const isCentral = name === (upstream ? '' : 'origin') || context.config.subsections('remote').length <= 1;
    if (isCentral || mode === 'simple')
      throw new GitFailure(
        `The current branch ${branch} has no upstream branch.\nTo push the current branch and set the remote as upstream, use\n\n    git push --set-upstream ${name} ${branch}\n\nTo have this happen automatically for branches without a tracking\nupstream, see 'push.autoSetupRemote' in 'git help config'.\n`,
      );
    return { oid, from: ref, to: ref, force };
  }
  if (mode === 'simple' && upstream.remote === name && upstream.merge !== ref) {
    throw new GitFailure(mismatch(name, upstream.merge));
  }
  return { oid, from: ref, to: mode === 'upstream' ? upstream.merge : ref, force };
}
