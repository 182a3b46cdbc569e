'use client';

import { useMemo } from 'react';
import { duration } from '../../elements/format';
import { EmptyNote } from '../../elements/pane';
import { traceLook } from '../../elements/trace-list';
import { useSaid } from '../../messages/use-said';
import { useLocale, useText } from '../../messages/use-text';
import { useClientState, useUi } from '../../state/page-context';
import { hookRuns } from './hook-runs';

/** What hooks did in this thread, newest first. */
export function LastRuns() {
  const text = useText('hooks');
  const [locale, said] = [useLocale(), useSaid('note')];
  const calls = useClientState((state) => state.calls);
  const notices = useClientState((state) => state.notices);
  const agents = useClientState((state) => state.agents);
  const selectCall = useUi((ui) => ui.selectCall);
  const runs = useMemo(() => hookRuns({ calls, agents, notices }, text), [calls, agents, notices, text]);
  if (runs.length === 0) return <EmptyNote>{text('noRuns')}</EmptyNote>;
  return (
    <ol aria-label={text('runsOf')} className="min-h-0 overflow-y-auto py-1" tabIndex={0}>
      {runs.map(({ id, of, note, outcome, startedAt, endedAt, callId }) => {
        const { icon: Icon, tone, word } = traceLook(outcome);
        return (
          <li key={id} className="flex items-baseline gap-2 px-3 py-1 text-xs">
            <Icon aria-hidden size={12} className={`shrink-0 self-center ${tone}`} />
            <span className="sr-only">{word}</span>
            <span className="min-w-0 flex-1 break-words">
              {said(note)}
              <span className="block text-2xs text-faint">
                {callId ? (
                  <button type="button" className="rounded hover:text-text" onClick={() => selectCall(callId)}>
                    {of}
                  </button>
                ) : (
                  of
                )}
              </span>
            </span>
            <span className="shrink-0 font-mono text-2xs text-faint tabular-nums">
              {duration(endedAt - startedAt, locale)}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
