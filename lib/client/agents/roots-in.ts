import type { CallContext } from '@/lib/tools/dispatch';
import { absoluteRoot, isInside } from '@/lib/tools/files';

/**
 * Where an agent in a worktree may write: its parent's write roots, moved from the parent's folder to the worktree. If all roots
 * are elsewhere, they stay unchanged, because an empty list would mean everywhere.
 */
export function rootsIn(
  worktree: string,
  { writeRoots, worktrees, sandbox, env }: Pick<CallContext, 'writeRoots' | 'worktrees' | 'sandbox' | 'env'>,
): readonly string[] {
  if (writeRoots.length === 0 || !sandbox) return [worktree];
  const base = worktrees?.current()?.path ?? sandbox.workdir;
  const inside = writeRoots.flatMap((root) => {
    const path = absoluteRoot({ sandbox, ...(worktrees && { worktrees }), ...(env && { env }) }, root);
    if (isInside(base, path)) return [worktree];
    return isInside(path, base) ? [worktree + path.slice(base.length)] : [];
  });
  return inside.length > 0 ? inside : writeRoots;
}
