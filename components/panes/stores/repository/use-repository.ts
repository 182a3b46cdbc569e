import type { RepositoryView } from '@/lib/ports';
import { messageOf } from '@/lib/protocol/message-of';
import { useEffect, useState } from 'react';
import { useClientState, useSandbox } from '../../../state/page-context';

/** How long files must stay unchanged before the repository is read again, milliseconds. */
const QUIET_MS = 300;

/** The last result. `view` is undefined if there is no repository, and until it has been read. */
export interface Looked {
  readonly view?: RepositoryView;
  readonly issue?: string;
}

/** The current state of the repository, read again once changed files have settled. */
export function useRepository(): Looked {
  const worktrees = useClientState((state) => state.ports.worktrees);
  const sandbox = useSandbox();
  const [looked, setLooked] = useState<Looked>({});
  useEffect(() => {
    if (!worktrees) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let gone = false;
    const show = (next: Looked) => {
      if (!gone) setLooked(next);
    };
    const look = () => {
      worktrees.look().then(
        (view) => show(view ? { view } : {}),
        (error: unknown) => show({ issue: messageOf(error) }),
      );
    };
    const unwatch = sandbox?.fs.watch(sandbox.workdir, () => {
      clearTimeout(timer);
      timer = setTimeout(look, QUIET_MS);
    });
    look();
    return () => {
      gone = true;
      clearTimeout(timer);
      unwatch?.();
    };
  }, [worktrees, sandbox]);
  return looked;
}
