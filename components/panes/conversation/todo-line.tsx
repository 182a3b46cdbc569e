'use client';

import { CircleDot } from 'lucide-react';
import { useClientState, useUi } from '../../state/page-context';
import { useObserved } from '../../state/use-observed';

/** What the agent is at, by its own list, in one line. Gone when everything is done. */
export function TodoLine() {
  const todos = useObserved(useClientState((state) => state.ports.todos)) ?? [];
  const showStore = useUi((ui) => ui.showStore);
  const active = todos.find(({ status }) => status === 'in_progress');
  if (!active) return null;
  const done = todos.filter(({ status }) => status === 'completed').length;
  return (
    <button
      type="button"
      title="Show the whole list"
      onClick={() => showStore('todos')}
      className="mx-3 mt-2 flex shrink-0 items-center gap-2 rounded-md px-1 text-left text-xs text-dim hover:text-text"
    >
      <CircleDot aria-hidden size={13} className="shrink-0 text-run" />
      <span className="min-w-0 flex-1 truncate">{active.activeForm}</span>
      <span className="shrink-0 text-2xs text-faint tabular-nums">
        {done} of {todos.length} done
      </span>
    </button>
  );
}
