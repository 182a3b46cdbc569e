import { GitFailure } from '../../git-failure';
import { currentBranch } from '../../repository';
import { divergence } from './history';
import type { Context } from '../setup/context';
import { mapRef, parseRefspec } from './refspec';

export interface Upstream {
  readonly remote: string;
  /** The remote's name for it: `refs/heads/main`. */
  readonly merge: string;
  /** The local name for it: `refs/remotes/origin/main`. */
  readonly ref: string;
  /** Such as `origin/main`. */
  readonly short: string;
  /** Whether the remote's refspecs fetch it. */
  readonly stored: boolean;
}

/** The upstream of a branch; undefined if it has none. */
export function upstreamOf({ config }: Pick<Context, 'config'>, branch: string): Upstream | undefined {
  const [remote, merge] = [config.get(`branch.${branch}.remote`), config.get(`branch.${branch}.merge`)];
  if (remote === undefined || merge === undefined) return undefined;
  const name = merge.replace(/^refs\/heads\//, '');
  if (remote === '.') return { remote, merge, ref: merge, short: name, stored: true };
  const specs = config.getAll(`remote.${remote}.fetch`).map(parseRefspec);
  const mapped = specs.flatMap((spec) => mapRef(spec, merge) || [])[0];
  const stored = mapped !== undefined;
  return { remote, merge, stored, ref: mapped ?? `refs/remotes/${remote}/${name}`, short: `${remote}/${name}` };
}

/** The remotes' refs that a local one follows, by the remotes' refspecs. */
export function trackersOf({ config }: Pick<Context, 'config'>, ref: string): { remote: string; merge: string }[] {
  return config.subsections('remote').flatMap((remote) =>
    config
      .getAll(`remote.${remote}.fetch`)
      .map(parseRefspec)
      .flatMap(({ from, to }) => {
        const merge = to === '' ? undefined : mapRef({ from: to, to: from }, ref);
        return merge === undefined ? [] : [{ remote, merge }];
      }),
  );
}

/** The only remote branch of that name, such as `origin/topic`. */
export async function guessRemote(context: Context, name: string): Promise<string | undefined> {
  const found = [];
  for (const remote of context.config.subsections('remote'))
    if ((await context.refs.resolve(`refs/remotes/${remote}/${name}`)) !== undefined) found.push(`${remote}/${name}`);
  const preferred = context.config.get('checkout.defaultRemote');
  const chosen = found.find((one) => one === `${preferred}/${name}`) ?? (found.length === 1 ? found[0] : undefined);
  if (chosen === undefined && found.length > 1)
    throw new GitFailure(
      `'${name}' matched multiple (${found.length}) remote tracking branches`,
      128,
      `${AMBIGUOUS}fatal: `,
    );
  return chosen;
}

const AMBIGUOUS = `hint: If you meant to check out a remote tracking branch on, e.g. 'origin',
hint: you can do so by fully qualifying the name with the --track option:
hint: 
hint:     git checkout --track origin/<name>
hint: 
hint: If you'd like to always have checkouts of an ambiguous <name> prefer
hint: one remote, e.g. the 'origin' remote, consider setting
hint: checkout.defaultRemote=origin in your config.
`;

/** How far a branch is ahead of and behind another ref. */
export interface Apart {
  readonly gone: boolean;
  readonly ahead: number;
  readonly behind: number;
}

/** How far a branch is ahead of and behind a ref that it follows. */
export async function apart(context: Context, branch: string, ref: string): Promise<Apart> {
  const [own, other] = [await context.refs.resolve(`refs/heads/${branch}`), await context.refs.resolve(ref)];
  if (other === undefined) return { gone: true, ahead: 0, behind: 0 };
  if (own === undefined) return { gone: false, ahead: 0, behind: 0 };
  return { gone: false, ...(await divergence(context, own, other)) };
}

/** How far a branch is ahead of and behind its upstream. */
export async function tracking(
  context: Context,
  branch: string,
): Promise<(Apart & { readonly upstream: Upstream }) | undefined> {
  const upstream = upstreamOf(context, branch);
  if (!upstream?.stored) return undefined;
  return { upstream, ...(await apart(context, branch, upstream.ref)) };
}

/** What `status` and `checkout` say about the upstream; empty if the branch has none. */
export async function trackingText(
  context: Context,
  { hints, counts = true }: { hints: boolean; counts?: boolean },
): Promise<string> {
  const branch = await currentBranch(context);
  const found = branch === undefined ? undefined : await tracking(context, branch);
  if (!found || (found.gone && (await context.refs.resolve('HEAD')) === undefined)) return '';
  const { upstream, gone, ahead, behind } = found;
  const of = `'${upstream.short}'`;
  const commits = (count: number) => `${count} commit${count === 1 ? '' : 's'}`;
  if (gone) {
    return `Your branch is based on ${of}, but the upstream is gone.\n${hints ? '  (use "git branch --unset-upstream" to fixup)\n' : ''}`;
  }
  if (ahead === 0 && behind === 0) return `Your branch is up to date with ${of}.\n`;
  if (!counts)
    return `Your branch and ${of} refer to different commits.\n${hints ? '  (use "git status --ahead-behind" for details)\n' : ''}`;
  if (behind === 0)
    return `Your branch is ahead of ${of} by ${commits(ahead)}.\n${hints ? '  (use "git push" to publish your local commits)\n' : ''}`;
  if (ahead === 0) {
    return `Your branch is behind ${of} by ${commits(behind)}, and can be fast-forwarded.\n${hints ? '  (use "git pull" to update your local branch)\n' : ''}`;
  }
  return (
    `Your branch and ${of} have diverged,\nand have ${ahead} and ${behind} different commits each, respectively.\n` +
    (hints ? '  (use "git pull" to merge the remote branch into yours)\n' : '')
  );
}

/** How to set an upstream, for a branch without one. */
export function trackingHint({ config }: Context, branch: string, otherwise = '<remote>'): string {
  const names = new Set(config.all.flatMap(({ key }) => /^remote\.(.*)\.url$/.exec(key)?.[1] ?? []));
  const [only] = names;
  const remote = names.size === 1 && only !== undefined ? only : otherwise;
  return `If you wish to set tracking information for this branch you can do so with:\n\n    git branch --set-upstream-to=${remote}/<branch> ${branch}\n\n`;
}
