import { GitFailure } from '../../git-failure';
import { headCommit } from '../../repository';
import { loadIndex, openWorkTree, saveIndex, type Context } from '../setup/context';
import type { GitCommand } from '../setup/git-io';
import { filesOfCommit } from '../worktree/merge-into-work';
import { readOptions } from '../terminal/options';
import { pathspecs, wantedBy } from '../setup/pathspec';
import { innerHead } from '../worktree/gitlink';
import { outsideText, sparseCone } from '../setup/sparse-cone';
import { innerStanding } from '../commit/status-text';
import { lookAtFile, removeWorkFile, stageFile } from '../worktree/work-files';
import { lookAtWork } from '../worktree/work-state';
import { lookAt, readGitText, removeAll, writeText } from '../../git-fs';
import { changeSection, parseConfig } from '../../store/config';
import type { GitIndex } from '../../store/index-file';
import { GITLINK } from '../../store/tree';

export const gitRm: GitCommand = async (args, io) => {
  const options = readOptions(args, {
    flags: {
      recursive: '-r',
      cached: '--cached',
      force: '-f --force',
      dry: '-n --dry-run',
      quiet: '-q --quiet',
      ignore: '--ignore-unmatch',
      sparse: '--sparse',
    },
  });
  const { is } = options;
  const context = await openWorkTree(io);
  if (options.rest.length === 0) throw new GitFailure('No pathspec was given. Which files should I remove?');
  const specs = pathspecs(context, io.cwd, options.rest, { here: true });
  const index = await loadIndex(context);
  const paths = index.paths();
  for (const spec of specs.filter(({ excludes }) => !excludes)) {
    const found = paths.filter(spec.matches);
    if (found.length === 0 && !is('ignore')) throw new GitFailure(`pathspec '${spec.given}' did not match any files`);
    if (!is('recursive') && !spec.isPattern && found.some((path) => path !== spec.path))
      throw new GitFailure(`not removing '${spec.given}' recursively without -r`);
  }
  const wanted = wantedBy(specs);
  const chosen = paths.filter(wanted);
  const cone = await sparseCone(context);
  const outside = is('sparse')
    ? []
    : chosen.filter((path) => index.get(path)?.skipWorktree || cone?.holds(path) === false);
  if (outside.length > 0) {
    io.err(outsideText(outside));
    return 1;
  }
  if (chosen.some((path) => index.get(path)?.mode === GITLINK)) {
    const { changed } = await lookAtWork(context, index, { wanted: (path) => path === '.gitmodules' });
    if (changed.has('.gitmodules'))
      throw new GitFailure('please stage your changes to .gitmodules or stash them to proceed');
  }
  if (!is('force')) {
    const head = await filesOfCommit(context, await headCommit(context));
    const { changed } = await lookAtWork(context, index, { wanted });
    const lists = { both: [] as string[], staged: [] as string[], local: [] as string[] };
    for (const path of chosen) {
      const [own, before] = [index.get(path), head.get(path)];
      const isInner = own?.mode === GITLINK && (await innerHead(context, path)) !== undefined;
      const local =
        changed.get(path)?.kind === 'modified' ||
        (isInner &&
          ((await isOwnRepository(context, path)) ||
            isDirty(await innerStanding(context, path, { untracked: 'normal' }))));
      const staged = own !== undefined && (own.oid !== before?.oid || own.mode !== before.mode) && !own.intentToAdd;
      if (index.isConflict(path) || changed.get(path)?.kind === 'deleted') continue;
      if (local && staged) lists.both.push(path);
      else if (is('cached')) continue;
      else if (staged) lists.staged.push(path);
      else if (local) lists.local.push(path);
    }
    const say = (files: readonly string[], text: string, hint: string) =>
      files.length === 0
        ? []
        : [
            `the following file${files.length === 1 ? ' has' : 's have'} ${text}:\n${files.map((path) => `    ${path}\n`).join('')}(${hint})`,
          ];
    const problems = [
      ...say(lists.both, 'staged content different from both the\nfile and the HEAD', 'use -f to force removal'),
      ...say(lists.staged, 'changes staged in the index', 'use --cached to keep the file, or -f to force removal'),
      ...say(lists.local, 'local modifications', 'use --cached to keep the file, or -f to force removal'),
    ];
    if (problems.length > 0) throw new GitFailure(problems.join('\nerror: '), 1);
  }
  for (const path of chosen) {
    if (!is('quiet')) io.out(`rm '${path}'\n`);
    if (is('dry')) continue;
    const isInner = index.get(path)?.mode === GITLINK;
    if (!isInner && !is('cached') && (await lookAtFile(context, path))?.type === 'directory')
      throw new GitFailure(`git rm: '${path}': Is a directory`);
    index.remove(path);
    if (isInner && !is('cached')) await removeSubmodule(context, index, path);
    else if (!is('cached')) await removeWorkFile(context, path);
  }
  if (!is('dry')) await saveIndex(context, index);
  return 0;
};

const isDirty = ({ staged, changed, conflicts, untracked }: Awaited<ReturnType<typeof innerStanding>>): boolean =>
  staged.length + changed.length + conflicts.length + untracked.length > 0;

/** Whether a submodule keeps its repository in its own folder, where removing it would lose the history. */
const isOwnRepository = async ({ fs, root }: Context, path: string): Promise<boolean> =>
  (await lookAt(fs, `${root}/${path}/.git`))?.type === 'directory';

/** Removes a submodule's files and its settings in `.gitmodules`; its git directory stays in this repository's. */
async function removeSubmodule(context: Context, index: GitIndex, path: string): Promise<void> {
  const { fs, root } = context;
  if (await isOwnRepository(context, path))
    throw new GitFailure(`'${path}' is a repository of its own: \`git rm --cached\` keeps it`);
  await removeAll(fs, `${root}/${path}`);
  const file = `${root}/.gitmodules`;
  const text = (await readGitText(fs, file)) ?? '';
  const key = parseConfig(text).find((setting) => setting.key.endsWith('.path') && setting.value === path)?.key;
  if (key === undefined) return;
  await writeText(fs, file, changeSection(text, key.slice(0, -'.path'.length), undefined) ?? text);
  const stat = await lookAtFile(context, '.gitmodules');
  if (stat) index.set(await stageFile(context, index, '.gitmodules', stat));
}
