import { GitFailure } from '../../git-failure';
import { lookAt, makeFolder, moveAll, readGitText, writeText } from '../../git-fs';
import { headCommit, parentFolder } from '../../repository';
import { subjectLine } from '../../store/commit';
import { addSetting, normalKey, parseConfig, removeSettings } from '../../store/config';
import { GITLINK } from '../../store/tree';
import { addSettingTo } from '../setup/change-config';
import { loadIndex, openContext, type Context } from '../setup/context';
import { innerHead } from '../worktree/gitlink';
import { commitHistory } from '../refs/history';
import { filesOfCommit } from '../worktree/merge-into-work';
import { readOptions } from '../terminal/options';
import { seenFrom } from '../setup/pathspec';
import { findCommit } from '../refs/revision';
import { submoduleUrl, chosenSubmodules, joinFolder, modulesFile, outside } from '../submodule/submodule-file';

/** Shows the commits of submodules that this repository has not committed yet. */
export async function summary(context: Context, args: readonly string[]): Promise<number> {
  const options = readOptions(args, {
    flags: { cached: '--cached', files: '--files' },
    values: { most: '-n --summary-limit' },
  });
  const index = await loadIndex(context);
  const [named] = options.rest;
  const commit = named === undefined ? undefined : await findCommit(context, named);
  const head = await filesOfCommit(context, commit ?? (await headCommit(context)));
  for (const entry of index.all().filter(({ mode }) => mode === GITLINK)) {
    const inner = await innerHead(context, entry.path);
    const now = options.is('cached') ? entry.oid : (inner ?? entry.oid);
    const before = options.is('files') ? entry.oid : head.get(entry.path)?.oid;
    if (before === now) continue;
    const own = await openContext(outside(context.io, `${context.root}/${entry.path}`)).catch(() => undefined);
    const lines: string[] = [];
    for (const [from, without, mark] of [
      [now, before, '>'],
      [before, now, '<'],
    ] as const)
      if (own && from !== undefined)
        for await (const commit of commitHistory(own, [from], { without: without === undefined ? [] : [without] }))
          lines.push(`  ${mark} ${subjectLine(commit.message)}\n`);
    const shown = lines.slice(0, Number(options.value('most') ?? Infinity)).join('');
    const short = (oid: string | undefined) => (oid ?? '0'.repeat(40)).slice(0, 7);
    context.io.out(`* ${entry.path} ${short(before)}...${short(now)} (${lines.length}):\n${shown}\n`);
  }
  return 0;
}

/**
 * Changes a setting in `.gitmodules`, or removes it if there is no value; whether that changed something. As in git 2.39,
 * the section is named after the path, whatever the submodule's name is.
 */
async function setInModules(context: Context, path: string, key: string, value: string | undefined): Promise<boolean> {
  const full = `submodule.${path}.${key}`;
  const text = (await readGitText(context.fs, modulesFile(context))) ?? '';
  const known = parseConfig(text).filter((setting) => setting.key === normalKey(full));
  if (value === undefined && known.length === 0) return false;
  const changed = value === undefined ? removeSettings(text, known) : addSetting(text, full, value, known);
  await writeText(context.fs, modulesFile(context), changed);
  return true;
}

const SET_BRANCH_USAGE =
  'usage: git submodule set-branch [-q|--quiet] (-d|--default) <path>\n   or: git submodule set-branch [-q|--quiet] (-b|--branch) <branch> <path>';

export async function setBranch(context: Context, args: readonly string[]): Promise<number> {
  const options = readOptions(args, {
    flags: { standard: '-d --default', quiet: '-q --quiet' },
    values: { branch: '-b --branch' },
  });
  const branch = options.value('branch');
  if (branch === undefined && !options.is('standard')) throw new GitFailure('--branch or --default required', 128);
  if (branch !== undefined && options.is('standard'))
    throw new GitFailure("options '--branch' and '--default' cannot be used together");
  const [path, ...more] = options.rest;
  if (path === undefined || more.length > 0) throw new GitFailure(SET_BRANCH_USAGE, 129);
  return (await setInModules(context, path, 'branch', branch)) ? 0 : 1;
}

export async function setUrl(context: Context, args: readonly string[]): Promise<number> {
  const options = readOptions(args, { flags: { quiet: '-q --quiet' } });
  const [path, url, ...more] = options.rest;
  if (path === undefined || url === undefined || more.length > 0)
    throw new GitFailure('usage: git submodule set-url [--quiet] <path> <newurl>', 129);
  await setInModules(context, path, 'url', url);
  const isKnown = (await chosenSubmodules(context, [])).some((one) => one.path === path);
  return isKnown ? sync(context, options.is('quiet') ? ['-q', path] : [path]) : 0;
}

/** Moves git directories that are in submodules' folders into this repository's. */
export async function absorb(context: Context, args: readonly string[]): Promise<number> {
  for (const { name, path } of await chosenSubmodules(context, readOptions(args, {}).rest)) {
    const [folder, kept] = [`${context.root}/${path}`, `${context.common}/modules/${name}`];
    if ((await lookAt(context.fs, `${folder}/.git`))?.type !== 'directory') continue;
    context.io.err(`Migrating git directory of '${path}' from\n'${folder}/.git' to\n'${kept}'\n`);
    await makeFolder(context.fs, parentFolder(kept));
    await moveAll(context.fs, `${folder}/.git`, kept);
    await joinFolder(context, folder, kept);
  }
  return 0;
}

export async function sync(context: Context, args: readonly string[]): Promise<number> {
  const options = readOptions(args, { flags: { recursive: '--recursive', quiet: '-q --quiet' } });
  for (const { name, path, url } of await chosenSubmodules(context, options.rest)) {
    if (context.config.get(`submodule.${name}.url`) === undefined) continue;
    if (!options.is('quiet'))
      context.io.out(`Synchronizing submodule url for '${seenFrom(context, context.io.cwd, path)}'\n`);
    const address = submoduleUrl(context, url);
    await addSettingTo(context, `submodule.${name}.url`, address);
    if ((await innerHead(context, path)) !== undefined)
      await addSettingTo(
        await openContext(outside(context.io, `${context.root}/${path}`)),
        'remote.origin.url',
        address,
      );
  }
  return 0;
}
