import { GitFailure } from '../../git-failure';
import { makeFolder, readGitText, writeText } from '../../git-fs';
import { addSetting, normalKey, parseConfig } from '../../store/config';
import { bareEntry } from '../../store/index-file';
import { addSettingTo } from '../setup/change-config';
import { worktreeFile } from '../setup/config';
import { loadIndex, openWorkTree, saveIndex, type Context } from '../setup/context';
import type { GitCommand, GitIo } from '../setup/git-io';
import { namesOnInput } from '../terminal/names-on-input';
import { readOptions } from '../terminal/options';
import { inRepository } from '../setup/pathspec';
import { coneFile, SparseCone, sparseCone, SparsePatterns, sparsityInFile, type Sparsity } from '../setup/sparse-cone';
import { checkOutFile, lookAtFile, removeWorkFile } from '../worktree/work-files';
import { lookAtWork } from '../worktree/work-state';

/** Checks out only some folders. */
export const sparseCheckout: GitCommand = async ([verb, ...args], io) => {
  const options = readOptions(args, {
    absent: '--sparse-index',
    flags: {
      cone: '--cone',
      noCone: '--no-cone',
      noSparseIndex: '--no-sparse-index',
      stdin: '--stdin',
      unchecked: '--skip-checks',
    },
  });
  const context = await openWorkTree(io);
  const cone = await sparseCone(context);
  const plain =
    options.is('noCone') ||
    (!options.is('cone') && context.config.boolean('core.sparseCheckoutCone') === false && cone !== undefined);
  const shape = (lines: readonly string[]): Sparsity =>
    plain ? new SparsePatterns(lines) : new SparseCone(lines.filter(Boolean));
  const given = async (): Promise<string[]> => {
    const names = options.is('stdin') ? await namesOnInput(io) : options.rest;
    if (plain) return [...names];
    const index = await loadIndex(context);
    return names.map((name) => {
      const path = inRepository(context, io.cwd, name.replace(/\/+$/, ''));
      if (index.has(path) && !options.is('unchecked'))
        throw new GitFailure(
          `'${path}' is not a directory; to treat it as a directory anyway, rerun with --skip-checks`,
        );
      return path;
    });
  };
  switch (verb) {
    case 'list':
      if (!cone) throw new GitFailure('this worktree is not sparse');
      return io.out(cone.folders.map((folder) => `${folder}\n`).join(''));
    case 'init':
      return turn(context, io, (await sparsityInFile(context, !plain)) ?? shape(plain ? ['/*', '!/*/'] : []), !plain);
    case 'set':
      return turn(context, io, shape(await given()));
    case 'add':
      if (!cone) throw new GitFailure('no sparse-checkout to add to');
      return turn(context, io, shape([...cone.folders, ...(await given())]));
    case 'reapply':
      if (!cone) throw new GitFailure('must be in a sparse-checkout to reapply sparsity patterns');
      return apply(context, cone);
    case 'disable':
      await setOwn(context, 'core.sparseCheckout', 'false');
      await setOwn(context, 'core.sparseCheckoutCone', 'false');
      return apply(await openWorkTree(io), undefined);
    default:
      throw new GitFailure('usage: git sparse-checkout (init | list | set | add | reapply | disable) [<options>]', 129);
  }
};

async function turn(context: Context, io: GitIo, cone: Sparsity, inCone = cone instanceof SparseCone): Promise<void> {
  await makeFolder(context.fs, `${context.gitdir}/info`);
  await addSettingTo(context, 'extensions.worktreeConfig', 'true');
  await setOwn(context, 'core.sparseCheckout', 'true');
  await setOwn(context, 'core.sparseCheckoutCone', String(inCone));
  await writeText(context.fs, coneFile(context), String(cone));
  await apply(await openWorkTree(io), cone);
}

/** Changes a setting of this worktree only. */
async function setOwn(context: Context, key: string, value: string): Promise<void> {
  const file = worktreeFile(context);
  const text = (await readGitText(context.fs, file)) ?? '';
  const found = parseConfig(text).filter((setting) => setting.key === normalKey(key));
  await writeText(context.fs, file, addSetting(text, key, value, found));
}

/** Updates the files to match; files with local changes stay. */
async function apply(context: Context, cone: Sparsity | undefined): Promise<void> {
  const index = await loadIndex(context);
  const { changed } = await lookAtWork(context, index);
  const left: string[] = [];
  for (const entry of index.all()) {
    const { skipWorktree = false, ...plain } = entry;
    const wanted = !cone || cone.holds(entry.path);
    if (entry.stage !== 0 || wanted !== skipWorktree) continue;
    if (wanted) {
      index.set(bareEntry(entry.path, entry));
      if (!(await lookAtFile(context, entry.path))) await checkOutFile(context, index, entry.path, entry);
    } else if (changed.get(entry.path)?.kind === 'modified') left.push(entry.path);
    else {
      await removeWorkFile(context, entry.path);
      index.set({ ...plain, skipWorktree: true });
    }
  }
  await saveIndex(context, index);
  if (left.length > 0)
    context.io.err(
      `warning: The following paths are not up to date and were left despite sparse patterns:\n${left.map((path) => `\t${path}\n`).join('')}\nAfter fixing the above paths, you may want to run \`git sparse-checkout reapply\`.\n`,
    );
}
