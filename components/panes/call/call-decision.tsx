'use client';

import type { CallView, SavedRule } from '@/lib/client/state';
import type { Denial } from '@/lib/protocol';
import { Button } from '../../elements/button';
import { TraceList } from '../../elements/trace-list';
import { TAGS } from '../../messages/tags';
import { useText } from '../../messages/use-text';
import { useAct, useClientState } from '../../state/page-context';
import { REFUSERS } from './refusers';

/** Whether the call was let through and why, and what hooks and limits did to it. */
export function CallDecision({ call }: { call: CallView }) {
  const { id, trace = [], result, phase } = call;
  const text = useText('call');
  const waits = useClientState((state) => state.approvals.find(({ callId }) => callId === id)?.reason);
  const rules = useClientState((state) => state.rules);
  const named = rules.filter((rule) => trace.some(({ step, note }) => step === 'permission' && names(note, rule)));
  return (
    <div className="grid gap-2">
      {result?.denial && <Refusal denial={result.denial} />}
      {waits !== undefined && <p className="text-xs text-wait">{text('waits', { reason: waits })}</p>}
      {trace.length > 0 ? (
        <TraceList trace={trace} label={text('pipeline')} />
      ) : (
        !result?.denial &&
        waits === undefined && <p className="text-xs text-dim">{text(WITHOUT_TRACE[phase] ?? 'allowed')}</p>
      )}
      {named.map((rule) => (
        <Revoke key={`${rule.scope} ${rule.rule}`} rule={rule} />
      ))}
    </div>
  );
}

const WITHOUT_TRACE: Partial<Record<CallView['phase'], 'stillStreaming' | 'queued' | 'neverChecked'>> = {
  streaming: 'stillStreaming',
  complete: 'queued',
  invalid: 'neverChecked',
};

/** Whether a note of the permission step speaks of the rule, not of a longer one that begins like it. */
function names(note: string, { rule, behavior }: SavedRule): boolean {
  const at = note.indexOf(rule);
  return behavior === 'allow' && at >= 0 && note[at + rule.length] !== '(';
}

/** A rule that let the call through, and the way to take it back. */
function Revoke({ rule }: { rule: SavedRule }) {
  const act = useAct();
  const text = useText('call');
  return (
    <p className="flex flex-wrap items-center gap-2 text-xs">
      <span className="text-dim">{text.rich('yourRule', { ...TAGS, rule: rule.rule })}</span>
      <Button
        look="danger"
        className="h-6 px-2 text-xs"
        onClick={() => act((client) => client.removeRule(rule, rule.scope))}
      >
        {text('revoke')}
      </Button>
    </p>
  );
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
