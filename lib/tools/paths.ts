import { SandboxError, type Sandbox } from '@/lib/ports';
import { messageOf } from '@/lib/protocol/message-of';
import { fileTexts } from './builtin/files/file-texts';
import { failed, ok, type Outcome } from './result';
import type { ToolContext } from './tool';

/** The parts of a context needed to resolve a path. */
export type PathContext = Pick<ToolContext, 'shell' | 'cwd' | 'env' | 'writeRoots' | 'language' | 'system'> & {
  readonly sandbox: Sandbox;
  readonly worktrees?: { current(): { readonly path: string } | undefined } | undefined;
};

/** A path as given and as resolved. Both are absolute. */
export interface ResolvedPath {
  /** Normalised. */
  readonly path: string;
  /** With symbolic links resolved, as far as the path exists. */
  readonly real: string;
}

/** Makes a model's path absolute and normalised: strips `@`, expands `~`, and resolves it against the shell's folder. */
export function absolutePath({ sandbox, shell, cwd, env }: PathContext, given: string): string {
  const bare = given.trim().replace(/^@/, '');
  const home = shell?.env.HOME ?? env?.HOME ?? sandbox.workdir;
  if (bare === '~' || bare.startsWith('~/')) return normalise(home + bare.slice(1));
  return normalise(bare.startsWith('/') ? bare : `${shell?.cwd ?? cwd ?? sandbox.workdir}/${bare}`);
}

/** A write root as an absolute path. A relative one starts at the worktree or the workdir: a `cd` must not move it. */
export const absoluteRoot = (
  { sandbox, worktrees, env }: Pick<PathContext, 'sandbox' | 'worktrees' | 'env'>,
  root: string,
): string =>
  absolutePath(
    { sandbox, writeRoots: [], cwd: worktrees?.current()?.path ?? sandbox.workdir, ...(env && { env }) },
    root,
  );

/** Resolves a path. Fails if it cannot be resolved, for example because of a loop of links. */
export async function resolvePath(context: PathContext, given: string): Promise<Outcome<ResolvedPath>> {
  const path = absolutePath(context, given);
  try {
    return ok({ path, real: await realOf(context.sandbox, path) });
  } catch (error) {
    return failed('READ_ERROR', fileTexts(context).nowhere(given, messageOf(error)));
  }
}

/** Resolves a path that will be written to; refuses it outside the write roots. */
export async function resolveWritePath(context: PathContext, given: string): Promise<Outcome<ResolvedPath>> {
  const resolved = await resolvePath(context, given);
  return resolved.ok ? insideRoots(context, given, resolved.value) : resolved;
}

/** Like `resolveWritePath`, for an entry that is itself created or removed: a link at the end of the path is not followed. */
export async function resolveWriteEntry(context: PathContext, given: string): Promise<Outcome<ResolvedPath>> {
  const path = absolutePath(context, given);
  if (path === '/') return insideRoots(context, given, { path, real: path });
  const folder = await resolvePath(context, parentOf(path));
  if (!folder.ok) return folder;
  const { real } = folder.value;
  return insideRoots(context, given, { path, real: `${real === '/' ? '' : real}/${baseName(path)}` });
}

async function insideRoots(
  context: PathContext,
  given: string,
  resolved: ResolvedPath,
): Promise<Outcome<ResolvedPath>> {
  const { sandbox, writeRoots } = context;
  if (writeRoots.length === 0) return ok(resolved);
  const roots = await Promise.all(writeRoots.map((root) => realOf(sandbox, absoluteRoot(context, root))));
  if (roots.some((root) => isInside(resolved.real, root))) return ok(resolved);
  return failed('OUTSIDE_WRITE_ROOTS', fileTexts(context).outside(given, resolved.real, writeRoots));
}

/** Whether `path` is `folder` or lies below it. Both absolute and normalised. */
export const isInside = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`);

/** A path for display: relative if it is inside the workdir. */
export function displayPath({ workdir }: Sandbox, path: string): string {
  return path !== workdir && isInside(path, workdir) ? path.slice(workdir.length + 1) : path;
}

export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

export const parentOf = (path: string): string => path.slice(0, Math.max(1, path.lastIndexOf('/')));

/** Removes `.`, `..` and doubled slashes from an absolute path. */
function normalise(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `/${parts.join('/')}`;
}

/** Resolves links in the deepest existing part, so that a new file below a link gets the path it would really have. */
async function realOf(sandbox: Sandbox, path: string): Promise<string> {
  try {
    return await sandbox.fs.realpath(path);
  } catch (error) {
    if (!isMissing(error) || path === '/') throw error;
    const parent = parentOf(path);
    const real = await realOf(sandbox, parent);
    await refuseDangling(sandbox, real, baseName(path));
    return real === '/' ? `/${baseName(path)}` : `${real}/${baseName(path)}`;
  }
}

/** Refuses a dangling link: it looks like a new file, but writing to it would write elsewhere. */
async function refuseDangling(sandbox: Sandbox, folder: string, name: string): Promise<void> {
  let entries;
  try {
    entries = await sandbox.fs.readdir(folder);
  } catch {
    return;
  }
  if (entries.some((entry) => entry.name === name && entry.type === 'symlink')) {
    throw new SandboxError(
      'ELOOP',
      `${folder}/${name} is a link to something that does not exist`,
      `${folder}/${name}`,
    );
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof SandboxError && (error.code === 'ENOENT' || error.code === 'ENOTDIR');

/** A context that is known to have a sandbox. */
export type FileContext = ToolContext & { readonly sandbox: Sandbox };

/** The context with its sandbox, or a failure if there is none. */
export function needSandbox(context: ToolContext): Outcome<FileContext> {
  const { sandbox } = context;
  if (sandbox) return ok({ ...context, sandbox });
  return failed(
    'STORE_UNAVAILABLE',
    context.language === 'zh'
      ? '目前没有沙箱。请等它启动后再次调用。'
      : 'There is no sandbox at the moment. Wait for it to start, then make the call again.',
  );
}
