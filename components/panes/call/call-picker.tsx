'use client';

import type { CallView } from '@/lib/client/state';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useMemo, useState } from 'react';
import { IconButton } from '../../elements/button';
import { Pick } from '../../elements/pick';
import { phaseLook } from '../../elements/state-mark';
import { useText } from '../../messages/use-text';
import { useClientState, useUi } from '../../state/page-context';
import { useCallTitle } from '../../state/use-call-title';
import { CALL_FILTERS, isListed, listedCalls, type CallFilter, type ListedCall } from './call-filters';

/** The list of calls, optionally filtered, with buttons for the previous and the next one. */
export function CallPicker({ call }: { call: CallView }) {
  const text = useText('call');
  const titleOf = useCallTitle();
  const calls = useClientState((state) => state.calls);
  const agents = useClientState((state) => state.agents);
  const selectCall = useUi((ui) => ui.selectCall);
  const [filter, setFilter] = useState<CallFilter>('all');
  const all = useMemo(() => listedCalls({ calls, agents }), [calls, agents]);
  const listed = useMemo(() => all.filter((one) => isListed(filter, one.call)), [all, filter]);
  const index = listed.findIndex((one) => one.call.id === call.id);
  const known = useMemo(() => listed.map((one) => optionOf(one, titleOf(one.call))), [listed, titleOf]);
  const unlisted = index < 0 ? (all.find((one) => one.call.id === call.id) ?? { call }) : undefined;
  const options = unlisted ? [optionOf(unlisted, titleOf(call)), ...known] : known;
  const before = listed[index - 1];
  const after = listed[index + 1];

  const choose = (next: CallFilter): void => {
    setFilter(next);
    const last = all.findLast((one) => isListed(next, one.call));
    if (last && !isListed(next, call)) selectCall(last.call.id);
  };

  return (
    <div className="flex min-h-9 shrink-0 flex-wrap items-center gap-1 border-b border-line px-1.5 py-1">
      <IconButton label={text('previous')} disabled={!before} onClick={() => before && selectCall(before.call.id)}>
        <ChevronLeft aria-hidden size={14} />
      </IconButton>
      <IconButton label={text('next')} disabled={!after} onClick={() => after && selectCall(after.call.id)}>
        <ChevronRight aria-hidden size={14} />
      </IconButton>
      <Pick
        label={text('call')}
        className="h-6! min-w-40 flex-1 font-mono text-xs [&>select]:w-full"
        title={options.find(({ id }) => id === call.id)?.title}
        value={call.id}
        options={options}
        onPick={selectCall}
      />
      <div role="group" aria-label={text('list')} className="flex shrink-0 items-center">
        {CALL_FILTERS.map((one) => {
          const found = all.filter((known) => isListed(one, known.call)).length;
          // What did not happen is not worth a button.
          if (found === 0 && one !== filter) return null;
          return (
            <button
              key={one}
              type="button"
              aria-pressed={one === filter}
              onClick={() => choose(one)}
              className="rounded px-1.5 py-0.5 text-xs text-dim hover:bg-hover hover:text-text aria-pressed:text-accent"
            >
              <span className="inline-block first-letter:uppercase">
                {one === 'all' ? text('all') : phaseLook(one).word}
              </span>{' '}
              <span className="tabular-nums">{found}</span>
            </button>
          );
        })}
      </div>
    </div>
  );
}

/** A call so new that the list does not have it has no number yet. */
const optionOf = ({ call, number, agent }: Partial<ListedCall> & Pick<ListedCall, 'call'>, title: string) => ({
  id: call.id,
  title: [number, title, call.phase === 'succeeded' ? undefined : phaseLook(call.phase).word]
    .filter((part) => part !== undefined)
    .join(' · '),
  ...(agent !== undefined && { group: agent }),
});
