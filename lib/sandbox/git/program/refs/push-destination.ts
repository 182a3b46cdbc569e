import { GitFailure } from '../../git-failure';
import type { Context } from '../setup/context';
import { mapRef, parseRefspec } from './refspec';
import { upstreamOf, type Upstream } from './upstream';

/** The remote that a branch is pushed to, and whether a setting names it. */
export function pushRemoteOf(context: Context, branch: string | undefined): { name: string; isSet: boolean } {
  const { config } = context;
  const own = (key: string) => (branch === undefined ? undefined : config.get(`branch.${branch}.${key}`));
  const set = own('pushRemote') ?? config.get('remote.pushDefault') ?? own('remote');
  if (set !== undefined) return { name: set, isSet: true };
  const [only = 'origin', ...others] = config
    .subsections('remote')
    .filter((name) => config.get(`remote.${name}.url`) !== undefined);
  return { name: others.length > 0 ? 'origin' : only, isSet: false };
}

/** The remote-tracking ref of what `git push` updates for a branch, which is `@{push}`; fails if there is none. */
export async function pushDestination(context: Context, branch: string): Promise<string> {
  const { config } = context;
  const ref = `refs/heads/${branch}`;
  const { name } = pushRemoteOf(context, branch);
  const trackerOf = (target: string): string => {
    const specs = config.getAll(`remote.${name}.fetch`).map(parseRefspec);
    const found = name === '.' ? target : specs.map((spec) => mapRef(spec, target)).find(Boolean);
    if (found !== undefined) return found;
    throw new GitFailure(`push destination '${target}' on remote '${name}' has no local tracking branch`);
  };
  if (config.getAll(`remote.${name}.push`).length > 0) {
    const target = pushedName(context, name, ref);
    if (target === undefined) throw new GitFailure(`push refspecs for '${name}' do not include '${branch}'`);
    return trackerOf(target);
  }
  const kind = config.get('push.default') ?? 'simple';
  if (config.boolean(`remote.${name}.mirror`) === true || kind === 'current' || kind === 'matching')
    return trackerOf(ref);
  if (kind === 'nothing') throw new GitFailure("push has no destination (push.default is 'nothing')");
  const upstream = (await mustFollow(context, branch)).ref;
  if (kind === 'upstream' || kind === 'tracking' || trackerOf(ref) === upstream) return upstream;
  throw new GitFailure("cannot resolve 'simple' push to a single destination");
}

/** The name that a remote's refspecs for pushing give a ref there. */
export const pushedName = ({ config }: Context, remote: string, ref: string): string | undefined =>
  config
    .getAll(`remote.${remote}.push`)
    .map(parseRefspec)
    .map((spec) => mapRef({ ...spec, to: spec.to || spec.from }, ref))
    .find(Boolean);

/** The ref that `@{upstream}` or `@{push}` names; fails in git's words if there is none. */
export const followedRef = async (context: Context, branch: string, kind: string): Promise<string> =>
  /^push$/i.test(kind) ? pushDestination(context, branch) : (await mustFollow(context, branch)).ref;

/** The upstream of a branch; fails in git's words if it has none. */
async function mustFollow(context: Context, branch: string): Promise<Upstream> {
  const upstream = upstreamOf(context, branch);
  if (upstream?.stored) return upstream;
  if (upstream) throw new GitFailure(`upstream branch '${upstream.merge}' not stored as a remote-tracking branch`);
  const isThere = (await context.refs.resolve(`refs/heads/${branch}`)) !== undefined;
  throw new GitFailure(isThere ? `no upstream configured for branch '${branch}'` : `no such branch: '${branch}'`);
}
