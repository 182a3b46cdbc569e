import type { RepositoryView } from '@/lib/ports';
import { messageOf } from '@/lib/protocol/message-of';
import { useEffect, useState } from 'react';
import { useClientState, useSandbox } from '../../../state/page-context';

/** Milliseconds without a change until the repository is looked at again. */
const QUIET_MS = 300;

/** What was found last. `view` is undefined where there is no repository, and until it was looked for. */
export interface Looked {
  readonly view?: RepositoryView;
  readonly issue?: string;
}

/** The repository as it is now: looked at anew once files have changed and are quiet. */
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
