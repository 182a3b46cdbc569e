'use client';

import type { CallView } from '@/lib/client/state';
import type { Denial } from '@/lib/protocol';
import { TraceList } from '../../elements/trace-list';
import { useSaid } from '../../messages/use-said';
import { useText } from '../../messages/use-text';
import { useClientState } from '../../state/page-context';
import { OwnRules } from './own-rules';
import { REFUSERS } from './refusers';

/** Whether the call was allowed and why, and what hooks and limits did to it. */
export function CallDecision({ call }: { call: CallView }) {
  const { id, trace = [], result } = call;
  const [text, said] = [useText('call'), useSaid()];
  const waits = useClientState((state) => state.approvals.find(({ callId }) => callId === id)?.reason);
  return (
    <div className="grid gap-2">
      {result?.denial && <Refusal denial={result.denial} />}
      {waits !== undefined && <p className="text-xs text-wait">{text('waits', { reason: said(waits) })}</p>}
      {trace.length > 0 ? (
        <TraceList trace={trace} label={text('pipeline')} />
      ) : (
        !result?.denial && waits === undefined && <p className="text-xs text-dim">{text(withoutTrace(call))}</p>
      )}
      <OwnRules trace={trace} />
    </div>
  );
}

/** What to say about a call for which no step noted anything. */
function withoutTrace({ phase, timings }: CallView) {
  if (phase === 'streaming') return 'stillStreaming';
  if (phase === 'complete') return 'queued';
  if (phase === 'invalid') return 'neverChecked';
  const ran = timings?.startedAt !== undefined && timings.startedAt !== timings.endedAt;
  return phase === 'aborted' && !ran ? 'stoppedBefore' : 'allowed';
}

function Refusal({ denial }: { denial: Denial }) {
  const text = useText('call');
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-3 text-xs">
      <dt className="text-faint">{text('deniedBy')}</dt>
      <dd>{text(REFUSERS[denial.source])}</dd>
      {denial.rule && (
        <>
          <dt className="text-faint">{text('rule')}</dt>
          <dd className="font-mono">{denial.rule}</dd>
        </>
      )}
      <dt className="text-faint">{text('reason')}</dt>
      <dd>{denial.reason}</dd>
      {denial.hint && (
        <>
          <dt className="text-faint">{text('instead')}</dt>
          <dd>{denial.hint}</dd>
        </>
      )}
    </dl>
  );
}
