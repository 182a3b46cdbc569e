import { resolveFrom } from '../../../paths';
import { lookAt, readGitText, writeText } from '../../git-fs';
import { listWorktrees } from '../../worktrees';
import type { Context } from '../setup/context';

/** `git worktree repair`: lets worktrees that were moved, and the repository, find each other again. Returns the exit code. */
export async function repairWorktrees(context: Context, paths: readonly string[]): Promise<number> {
  const { fs, io, common } = context;
  let code = 0;
  const fail = (path: string, why: string) => {
    io.err(`error: ${why}: ${path}\n`);
    code = 1;
  };
  for (const given of paths.length > 0 ? paths : ['.']) {
    const dot = `${resolveFrom(io.cwd, given)}/.git`;
    const found = await lookAt(fs, dot);
    if (!found) fail(given, 'not a valid path');
    else if (dot === common) continue;
    else if (found.type !== 'file') fail(dot, 'unable to locate repository; .git is not a file');
    else {
      const admin = await adminOf(context, dot);
      if (admin === undefined) fail(dot, 'unable to locate repository; .git file does not reference a repository');
      else await pointTo(context, `${admin}/gitdir`, dot, () => `gitdir incorrect: ${admin}`);
    }
  }
  for (const { name, path } of await listWorktrees(context)) {
    if (name === '' || !(await lookAt(fs, path))) continue;
    const text = (await readGitText(fs, `${path}/.git`))?.trim();
    const admin = `${common}/worktrees/${name}`;
    if (text === `gitdir: ${admin}`) continue;
    const isOther = text !== undefined && (await lookAt(fs, text.replace(/^gitdir: /, ''))) !== undefined;
    io.err(`repair: .git file ${isOther ? 'incorrect' : 'broken'}: ${path}\n`);
    await writeText(fs, `${path}/.git`, `gitdir: ${admin}\n`);
  }
  return code;
}

/** The folder in the repository that a worktree's `.git` file, or at least its end, names. */
async function adminOf({ fs, common }: Context, dot: string): Promise<string | undefined> {
  const named = /^gitdir: (.+)$/m.exec((await readGitText(fs, dot)) ?? '')?.[1] ?? '';
  for (const folder of [named, `${common}/worktrees/${named.replace(/^.*\//, '')}`])
    if (/\/worktrees\/[^/]+$/.test(folder) && (await lookAt(fs, folder))?.type === 'directory') return folder;
  return undefined;
}

async function pointTo({ fs, io }: Context, file: string, dot: string, said: () => string): Promise<void> {
  if ((await readGitText(fs, file))?.trim() === dot) return;
  io.err(`repair: ${said()}\n`);
  await writeText(fs, file, `${dot}\n`);
}
