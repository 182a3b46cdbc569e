'use client';

import { currentLegId } from '../../state/current-leg';
import { useHostState } from '../../state/page-context';

/** What the loop has to say about the present leg: retries, limits. */
export function Notices() {
  const notices = useHostState((state) => state.thread.notices);
  const leg = useHostState(currentLegId);
  const shown = notices.filter(({ runId }) => runId === leg);
  return shown.map(({ kind, level, message }, index) => (
    <p key={index} className="flex gap-2 rounded-lg border border-line bg-panel px-3 py-1.5 text-xs text-dim">
      <b className={level === 'stop' ? 'text-bad' : 'text-run'}>
        {kind === 'retry' ? 'Tried again' : level === 'stop' ? 'Stopped' : 'Warning'}
      </b>
      <span className="min-w-0 break-words">{message}</span>
    </p>
  ));
}
