import { GitFailure } from '../../git-failure';
import { comparePaths } from '../../store/bytes';
import { readCommit } from '../../store/commit';
import { peel } from '../../store/tag';
import { flattenTree, GITLINK } from '../../store/tree';
import { loadIndex, type Context } from '../setup/context';
import { entriesWithin, innerContext } from './inner-index';
import { findObject } from '../refs/revision';
import { lookAtFile, readWorkFile } from './work-files';
import { lookAtWork } from './work-state';

/** A file to search, with what stands before its name. */
export interface Searched {
  readonly path: string;
  readonly label: string;
  /** Whether the label is the whole name. */
  readonly whole?: boolean;
  read(): Promise<Uint8Array | undefined>;
}

/** Where `grep` searches. */
export interface SearchRules {
  readonly cached: boolean;
  readonly untracked: boolean;
  /** Whether untracked files that are ignored are searched too. */
  readonly ignored: boolean;
  /** Whether files of submodules are searched. */
  readonly recurse: boolean;
  readonly wanted: (path: string) => boolean;
}

/** The files of commits, or of the index and the folder. */
export async function filesToSearch(
  context: Context,
  revisions: readonly string[],
  rules: SearchRules,
): Promise<Searched[]> {
  if (revisions.length > 0)
    return (await Promise.all(revisions.map((revision) => filesOfRevision(context, revision, rules)))).flat();
  const index = await loadIndex(context);
  const { untracked = [], ignored = [] } = rules.untracked
    ? await lookAtWork(context, index, { untracked: 'all', ignored: rules.ignored })
    : {};
  const known = rules.recurse
    ? await entriesWithin(context, index)
    : index.all().map((entry) => ({ entry, own: context }));
  const entries = new Map(known.map((one) => [one.entry.path, one]));
  return [...entries.keys(), ...untracked, ...ignored]
    .filter(rules.wanted)
    .toSorted(comparePaths)
    .map((path) => ({
      path,
      label: '',
      read: async () => {
        const found = entries.get(path);
        if (found?.entry.mode === GITLINK) return undefined;
        if (found && rules.cached) return found.own.objects.blob(found.entry.oid);
        const stat = await lookAtFile(context, path);
        return stat?.type === 'file' ? readWorkFile(context, path, stat) : undefined;
      },
    }));
}

async function filesOfRevision(context: Context, revision: string, rules: SearchRules): Promise<Searched[]> {
  const oid = await findObject(context, revision);
  const peeled = oid === undefined ? undefined : await peel(context.objects, oid);
  const found = peeled === undefined ? undefined : await context.objects.find(peeled);
  if (peeled === undefined || !found) throw new GitFailure(`unable to resolve revision: ${revision}`);
  if (found.kind === 'blob') {
    const path = revision.slice(revision.indexOf(':') + 1);
    return rules.wanted(path) ? [{ path, label: revision, whole: true, read: async () => found.data }] : [];
  }
  const tree = found.kind === 'commit' ? (await readCommit(context.objects, peeled)).tree : peeled;
  return filesOfTree(context, tree, `${revision}:`, '', rules);
}

async function filesOfTree(
  context: Context,
  tree: string,
  label: string,
  prefix: string,
  rules: SearchRules,
): Promise<Searched[]> {
  const found: Searched[] = [];
  for (const [name, { oid, mode }] of await flattenTree(context.objects, tree)) {
    const path = prefix + name;
    const inner = mode === GITLINK && rules.recurse ? await innerContext(context, name) : undefined;
    if (inner && (await inner.objects.find(oid)))
      found.push(...(await filesOfTree(inner, (await readCommit(inner.objects, oid)).tree, label, `${path}/`, rules)));
    else if (mode !== GITLINK && rules.wanted(path)) found.push({ path, label, read: () => context.objects.blob(oid) });
  }
  return found;
}

/** Every file in the folder, tracked or not. */
export async function filesInFolder(context: Context, wanted: (path: string) => boolean): Promise<Searched[]> {
  const { fs, root } = context;
  const found: Searched[] = [];
  const walk = async (folder: string): Promise<void> => {
    for (const name of (await fs.readdir(`${root}/${folder}`)).toSorted(comparePaths)) {
      const path = `${folder}${name}`;
      const stat = await lookAtFile(context, path);
      if (stat?.type === 'directory' && name !== '.git') await walk(`${path}/`);
      else if (stat?.type === 'file' && wanted(path))
        found.push({ path, label: '', read: () => fs.readFile(`${root}/${path}`) });
    }
  };
  await walk('');
  return found;
}
