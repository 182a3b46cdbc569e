import { GitFailure } from '../../git-failure';
import type { Context } from '../setup/context';
import type { Update } from './push-updates';
import { parseRefspec } from '../refs/refspec';
import { remoteRef, urlOf, type RemoteSource } from './remotes';
import { findObject } from '../refs/revision';
import { upstreamOf } from '../refs/upstream';

/** Why `push.default=simple` refuses an upstream with another name. */
export const mismatch = ({ config }: Context, name: string, merge: string): string =>
  `The upstream branch of your current branch does not match\nthe name of your current branch.  To push to the upstream branch\non the remote, use\n\n    git push ${name} HEAD:${merge.replace('refs/heads/', '')}\n\nTo push to the branch of the same name on the remote, use\n\n    git push ${name} HEAD\n\n${config.get('push.default') === undefined ? "To choose either option permanently, see push.default in 'git help config'.\n\n" : ''}To avoid automatically configuring an upstream branch when its name\nwon't match the local branch, see option 'simple' of branch.autoSetupMerge\nin 'git help config'.\n`;

const MODES = new Set(['nothing', 'matching', 'simple', 'upstream', 'tracking', 'current']);

/** Fails if `push.default` is none of the ways to push. */
export function mustBeMode({ config }: Context): void {
  const mode = config.get('push.default');
  if (mode !== undefined && !MODES.has(mode))
    throw new GitFailure(
      `malformed value for push.default: ${mode}\nerror: Must be one of nothing, matching, simple, upstream or current.\nfatal: bad config variable 'push.default'`,
      128,
      'error: ',
    );
}

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
  const written = context.config.get('push.default') ?? 'simple';
  const mode = written === 'tracking' ? 'upstream' : written;
  const auto = context.config.boolean('push.autoSetupRemote') === true;
  if (mode === 'current' || (auto && !upstream)) return { oid, from: ref, to: ref, force };
  const remotes = context.config.subsections('remote');
  const fetches =
    context.config.get(`branch.${branch}.remote`) ?? (remotes.length === 1 ? remotes[0] : undefined) ?? 'origin';
  if (name !== fetches) {
    // Fetched from one remote and pushed to another: a branch keeps its name.
    if (mode !== 'upstream') return { oid, from: ref, to: ref, force };
    throw new GitFailure(
      `You are pushing to remote '${name}', which is not the upstream of\nyour current branch '${branch}', without telling me what to push\nto update which remote branch.`,
    );
  }
  if (!upstream)
    throw new GitFailure(
      `The current branch ${branch} has no upstream branch.\nTo push the current branch and set the remote as upstream, use\n\n    git push --set-upstream ${name} ${branch}\n\nTo have this happen automatically for branches without a tracking\nupstream, see 'push.autoSetupRemote' in 'git help config'.\n`,
    );
  if (mode === 'simple' && upstream.merge !== ref) throw new GitFailure(mismatch(context, name, upstream.merge));
  return { oid, from: ref, to: mode === 'upstream' ? upstream.merge : ref, force };
}

/** The name at the remote that a refspec pushes to; `written`: its left side as it was given. */
export async function targetName(
  context: Context,
  source: RemoteSource,
  { from, to, oid, written, url }: { from: string; to: string; oid: string; written: string; url: string },
): Promise<string> {
  if (to === '' && from.startsWith('refs/')) return from;
  if (to.startsWith('refs/')) return to;
  const known = to === '' ? undefined : await remoteRef(source, to);
  if (known !== undefined && known !== 'HEAD') return known;
  const ref = from === 'HEAD' ? await context.refs.target('HEAD') : from;
  const folder = /^refs\/(?:heads|tags)\//.exec(ref ?? '')?.[0];
  if (folder !== undefined && to !== '') return `${folder}${to}`;
  const { kind } = await context.objects.read(oid);
  const [act, place] = {
    commit: ['create a new branch', 'refs/heads/'],
    tag: ['create a new tag', 'refs/tags/'],
    tree: ['tag a new tree', 'refs/tags/'],
    blob: ['tag a new blob', 'refs/tags/'],
  }[kind];
  throw new GitFailure(
    `The destination you provided is not a full refname (i.e.,\nstarting with "refs/"). We tried to guess what you meant by:\n\n- Looking for a ref that matches '${to || written}' on the remote side.\n- Checking if the <src> being pushed ('${written}')\n  is a ref in "refs/{heads,tags}/". If so we add a corresponding\n  refs/{heads,tags}/ prefix on the remote side.\n\nNeither worked, so we gave up. You must fully qualify the ref.\nhint: The <src> part of the refspec is a ${kind} object.\nhint: Did you mean to ${act} by pushing to\nhint: '${written}:${place}${to || written}'?\nerror: failed to push some refs to '${url}'`,
    1,
  );
}

/** Fails if something to push does not exist here: git says so before it looks at the other side. */
export async function mustHaveSources(context: Context, specs: readonly string[], url: string): Promise<void> {
  for (const [at, text] of specs.entries()) {
    const { from } = parseRefspec(text);
    if (text === 'tag' || text.startsWith('^') || from === '' || from.includes('*')) continue;
    const named = specs[at - 1] === 'tag' ? `refs/tags/${from}` : from;
    if ((await findObject(context, named)) === undefined)
      throw new GitFailure(`src refspec ${named} does not match any\nerror: failed to push some refs to '${url}'`, 1);
  }
}
