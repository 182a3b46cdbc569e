import type { Sandbox } from '@/lib/ports';

/**
 * Calls `onChange` once, `settleMs` after the first of several changes below the sandbox's folder. Further changes do not delay
 * it, since a program may write without a pause. Returns a function that stops it.
 */
export function watchSettled(
  sandbox: Pick<Sandbox, 'fs' | 'workdir'>,
  settleMs: number,
  onChange: () => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const unwatch = sandbox.fs.watch(sandbox.workdir, () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      onChange();
    }, settleMs);
  });
  return () => {
    clearTimeout(timer);
    unwatch();
  };
}
