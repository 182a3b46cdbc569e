import type { Sandbox } from '@/lib/ports';

/**
 * Tells once, `settleMs` after the first of some changes below the sandbox's folder; not put off by each further one, since a program
 * may write without a pause. Returns what ends it.
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
