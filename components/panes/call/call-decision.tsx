'use client';

import type { CallView, SavedRule } from '@/lib/client/state';
import type { Denial } from '@/lib/protocol';
import { Button } from '../../elements/button';
import { TraceList } from '../../elements/trace-list';
import { useAct, useClientState } from '../../state/page-context';
import { REFUSERS } from './refusers';

/** Whether the call was let through and why, and what hooks and limits did to it. */
export function CallDecision({ call }: { call: CallView }) {
  const { id, trace = [], result, phase } = call;
  const waits = useClientState((state) => state.approvals.find(({ callId }) => callId === id)?.reason);
  const rules = useClientState((state) => state.rules);
  const named = rules.filter((rule) => trace.some(({ step, note }) => step === 'permission' && names(note, rule)));
  return (
    <div className="grid gap-2">
      {result?.denial && <Refusal denial={result.denial} />}
      {waits !== undefined && <p className="text-xs text-wait">It waits for you: {waits}</p>}
      {trace.length > 0 ? (
        <TraceList trace={trace} label="What the pipeline did" />
      ) : (
        !result?.denial && waits === undefined && <p className="text-xs text-dim">{WITHOUT_TRACE[phase] ?? ALLOWED}</p>
      )}
      {named.map((rule) => (
        <Revoke key={`${rule.scope} ${rule.rule}`} rule={rule} />
      ))}
    </div>
  );
}

const ALLOWED = 'The permission mode lets it through. No rule, hook or limit had a part in it.';

const WITHOUT_TRACE: Partial<Record<CallView['phase'], string>> = {
  streaming: 'The model is still writing it.',
  complete: 'Its turn has not come.',
  invalid: 'Nobody was asked: the arguments do not fit the tool, so the call went no further.',
};

/** Whether a note of the permission step speaks of the rule, not of a longer one that begins like it. */
function names(note: string, { rule, behavior }: SavedRule): boolean {
  const at = note.indexOf(rule);
  return behavior === 'allow' && at >= 0 && note[at + rule.length] !== '(';
}

/** A rule that let the call through, and the way to take it back. */
function Revoke({ rule }: { rule: SavedRule }) {
  const act = useAct();
  return (
    <p className="flex flex-wrap items-center gap-2 text-xs">
      <span className="text-dim">
        Your rule <code className="text-text">{rule.rule}</code> lets such calls through.
      </span>
      <Button
        look="danger"
        className="h-6 px-2 text-xs"
        onClick={() => act((client) => client.removeRule(rule, rule.scope))}
      >
        Revoke
      </Button>
    </p>
  );
}

function Refusal({ denial }: { denial: Denial }) {
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-3 text-xs">
      <dt className="text-faint">Refused by</dt>
      <dd>{REFUSERS[denial.source]}</dd>
      {denial.rule && (
        <>
          <dt className="text-faint">Rule</dt>
          <dd className="font-mono">{denial.rule}</dd>
        </>
      )}
      <dt className="text-faint">Reason</dt>
      <dd>{denial.reason}</dd>
      {denial.hint && (
        <>
          <dt className="text-faint">Allowed instead</dt>
          <dd>{denial.hint}</dd>
        </>
      )}
    </dl>
  );
}
