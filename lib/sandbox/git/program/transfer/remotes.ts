import { resolveFrom } from '../../../paths';
import { GitFailure } from '../../git-failure';
import { lookAt, removeAll } from '../../git-fs';
import { findRepository, isBare, repositoryAt, type Repository } from '../../repository';
import { GITLINK, readTree } from '../../store/tree';
import { readCommit, type Commit } from '../../store/commit';
import { EMPTY_TREE, type ObjectStore } from '../../store/objects';
import { parseTag } from '../../store/tag';
import { readConfig, type Config } from '../setup/config';
import type { Context } from '../setup/context';
import type { GitIo } from '../setup/git-io';
import { openBundle } from './bundle-file';

/** A repository to fetch from or push to: a folder in this sandbox, or a bundle. */
export interface RemoteSource {
  readonly context: Context;
  readonly isBundle: boolean;
  /** Whether it has a HEAD; a bundle may have none. */
  readonly hasHead: boolean;
  /** The refs of a bundle, in its order. */
  readonly names: readonly string[];
  /** Commits that a bundle builds on. */
  readonly needs: readonly string[];
  /** Removes what was unpacked to read it. */
  close(): Promise<void>;
}

const isNetwork = (url: string): boolean =>
  /^(?:https?|ssh|git|ftps?):\/\//.test(url) || /^[^/]+@?[^/:]+:(?!\/\/)/.test(url);

/** Opens the repository at an address. Only folders and bundles work: there is no network. */
export async function openSource(io: GitIo, url: string, base = io.cwd): Promise<RemoteSource> {
  if (isNetwork(url)) {
    throw new GitFailure(
      `unable to access '${url}': there is no network in this sandbox. Clone, fetch and push work with folders and with bundles made by \`git bundle create\`.`,
    );
  }
  const path = resolveFrom(base, url.replace(/^file:\/\//, ''));
  const bundle = (await lookAt(io.fs, path))?.type === 'file' ? await openBundle(io, path) : undefined;
  if (bundle) {
    const { context, names, needs } = bundle;
    return {
      context,
      isBundle: true,
      hasHead: names.includes('HEAD'),
      names,
      needs,
      close: () => removeAll(io.fs, context.root),
    };
  }
  // A worktree or a submodule has its repository elsewhere.
  for (const root of [path, path.replace(/\/\.git$/, '')]) {
    if ((await lookAt(io.fs, `${root}/.git`))?.type !== 'file') continue;
    const repository = await findRepository(io.fs, root);
    if (repository) return sourceOf(io, repository);
  }
  for (const [gitdir, root] of [
    [`${path}/.git`, path],
    [path, path],
    [`${path}.git/.git`, `${path}.git`],
    [`${path}.git`, `${path}.git`],
  ] as const) {
    if (!(await isBare(io.fs, gitdir))) continue;
    return sourceOf(io, repositoryAt(io.fs, root, gitdir, gitdir, gitdir === root));
  }
  throw new GitFailure(
    `'${url}' does not appear to be a git repository\nfatal: Could not read from remote repository.\n\nPlease make sure you have the correct access rights\nand the repository exists.`,
  );
}

const sourceOf = async (io: GitIo, repository: Repository): Promise<RemoteSource> => ({
  context: { ...repository, io: { ...io, cwd: repository.root }, config: await readConfig(io, repository) },
  isBundle: false,
  hasHead: true,
  names: [],
  needs: [],
  close: async () => undefined,
});

/** The address of a remote; otherwise `name` itself. */
export const urlOf = (context: Context, name: string, pushing = false): string =>
  urlsOf(context, name, pushing)[0] ?? rewritten(context.config, name, ['insteadOf']);

/** All addresses of a remote: a push may go to several. */
export const urlsOf = ({ config }: Context, name: string, pushing = false): readonly string[] => {
  const own = pushing ? config.getAll(`remote.${name}.pushurl`) : [];
  if (own.length > 0) return own.map((url) => rewritten(config, url, ['insteadOf']));
  const keys = pushing ? ['pushInsteadOf', 'insteadOf'] : ['insteadOf'];
  return config.getAll(`remote.${name}.url`).map((url) => rewritten(config, url, keys));
};

/** The address that `url.<base>.insteadOf` makes of one: the longest beginning that fits is replaced. */
function rewritten(config: Config, url: string, keys: readonly string[]): string {
  for (const key of keys) {
    const fits = config
      .subsections('url')
      .flatMap((base) => config.getAll(`url.${base}.${key}`).map((start) => ({ base, start })))
      .filter(({ start }) => url.startsWith(start))
      .toSorted((a, b) => b.start.length - a.start.length);
    const [best] = fits;
    if (best) return best.base + url.slice(best.start.length);
  }
  return url;
}

export const isRemote = ({ config }: Context, name: string): boolean => config.get(`remote.${name}.url`) !== undefined;

/** The remotes that names stand for; a group is a setting such as `remotes.work`, and `default` is all remotes without one. */
export function remotesOf({ config }: Context, names: readonly string[], all: readonly string[]): string[] {
  return names.flatMap((name) => {
    // Only the name of a setting can be that of a group: anything else is an address.
    const named = /^(?:.+\.)?[A-Za-z][A-Za-z0-9-]*$/.test(name) ? config.getAll(`remotes.${name}`) : [];
    const group = named.flatMap((text) => text.split(/\s+/).filter(Boolean));
    if (group.length > 0) return group;
    return name === 'default'
      ? all.filter((one) => config.boolean(`remote.${one}.skipDefaultUpdate`) !== true)
      : [name];
  });
}

/** How much of the history to copy: so many commits of each line, and only those that fit. */
export interface Reach {
  readonly depth?: number;
  readonly takes?: (commit: Commit) => boolean;
}

/** Copies missing objects and everything that they need. Returns the commits at which the history was cut, and those that have all their parents. */
export async function copyObjects(
  { asStored: from }: ObjectStore,
  { asStored: to }: ObjectStore,
  starts: readonly string[],
  { depth = Infinity, takes }: Reach = {},
): Promise<{ shallow: string[]; whole: Set<string> }> {
  const done = new Set<string>();
  const shallow: string[] = [];
  const whole = new Set<string>();
  const copy = async (oid: string): Promise<void> => {
    if (done.has(oid)) return;
    done.add(oid);
    // What a bundle builds on is only here.
    if (!(await from.find(oid)) && (await to.find(oid))) return;
    const { kind, data } = await from.read(oid);
    if (kind === 'tree') {
      if (oid !== EMPTY_TREE && (await to.find(oid))) return;
      for (const entry of await readTree(from, oid)) if (entry.mode !== GITLINK) await copy(entry.oid);
    }
    await to.write(kind, data);
  };
  // What is asked for by name, but does not fit itself, comes with its whole history.
  const commits: { oid: string; left: number; limit: Reach['takes'] }[] = [];
  for (const start of starts) {
    let oid = start;
    for (let found = await from.read(oid); found.kind === 'tag'; found = await from.read(oid)) {
      await copy(oid);
      oid = parseTag(found.data).object;
    }
    if ((await from.read(oid)).kind !== 'commit') await copy(oid);
    else commits.push({ oid, left: depth, limit: takes && (takes(await readCommit(from, oid)) ? takes : undefined) });
  }
  if (takes && commits.length > 0 && commits.every(({ limit }) => !limit))
    throw new GitFailure(
      'git upload-pack: no commits selected for shallow requests\nfatal: the remote end hung up unexpectedly',
    );
  // In the order in which they were met: then each is reached by its shortest way first.
  for (const next of commits) {
    if (done.has(next.oid)) continue;
    const had = (await to.find(next.oid)) !== undefined && depth === Infinity && !takes;
    if (had) continue;
    const { tree, parents } = await readCommit(from, next.oid);
    await copy(tree);
    await copy(next.oid);
    // A bundle may build on commits that are only here.
    const known = await Promise.all(parents.map(async (oid) => (await from.find(oid)) ?? to.find(oid)));
    const { limit } = next;
    const left = limit ? await Promise.all(parents.map(async (oid) => !limit(await readCommit(from, oid)))) : [];
    if (next.left <= 1 || known.includes(undefined) || left.includes(true)) {
      if (parents.length > 0) shallow.push(next.oid);
      continue;
    }
    whole.add(next.oid);
    for (const oid of parents) commits.push({ oid, left: next.left - 1, limit });
  }
  return { shallow, whole };
}

/** The full name of a ref at the remote, given a short one. */
export async function remoteRef({ context }: RemoteSource, name: string): Promise<string | undefined> {
  for (const place of ['', 'refs/', 'refs/tags/', 'refs/heads/', 'refs/remotes/']) {
    if (place === '' && !/^(?:refs\/|HEAD$)/.test(name)) continue;
    if ((await context.refs.resolve(place + name)) !== undefined) return place + name;
  }
  return undefined;
}
