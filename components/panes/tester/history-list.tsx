'use client';

import { RotateCw } from 'lucide-react';
import { useStore } from 'zustand';
import { IconButton } from '../../elements/button';
import { StateMark } from '../../elements/state-mark';
import { useText } from '../../messages/use-text';
import { triedCalls } from './history';
import type { SettledCall } from './use-try';

/** The calls of one tool made by hand, newest first. */
export function HistoryList(props: {
  name: string;
  onOpen: (call: SettledCall) => void;
  onAgain: (call: SettledCall) => void;
}) {
  const { name, onOpen, onAgain } = props;
  const text = useText('tester');
  const calls = useStore(triedCalls).filter((call) => call.name === name);
  if (calls.length === 0) return null;
  return (
    <details className="max-h-[40%] shrink-0 overflow-y-auto border-t border-line text-xs">
      <summary className="cursor-default px-3 py-1 text-dim select-none hover:text-text">
        {text('historyCount', { count: calls.length })}
      </summary>
      <ol aria-label={text('history')} className="pb-1">
        {calls.map((call) => (
          <li key={call.resolved.callId} className="flex items-center gap-2 pr-1.5 pl-3 hover:bg-hover">
            <StateMark phase={call.resolved.phase} />
            <button
              type="button"
              title={text('bringBack')}
              onClick={() => onOpen(call)}
              className="min-w-0 flex-1 truncate py-0.5 text-left font-mono"
            >
              {call.args.replaceAll(/\s+/g, ' ')}
            </button>
            {call.resolved.result.error && (
              <code className="shrink-0 text-2xs text-bad">{call.resolved.result.error}</code>
            )}
            <IconButton label={text('repeat')} onClick={() => onAgain(call)}>
              <RotateCw aria-hidden size={12} />
            </IconButton>
          </li>
        ))}
      </ol>
    </details>
  );
}
