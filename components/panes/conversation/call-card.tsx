'use client';

import { waitsInside } from '@/lib/client/executor/waiting-views';
import type { CallView } from '@/lib/client/state';
import { ChevronRight } from 'lucide-react';
import { lazy, memo, Suspense, useState } from 'react';
import { cx } from '../../elements/cx';
import { DiffCounts } from '../../elements/diff-counts';
import { duration } from '../../elements/format';
import { InlineCode } from '../../elements/inline-code';
import { Loading } from '../../elements/pane';
import { phaseLook, StateMark } from '../../elements/state-mark';
import { useSaid } from '../../messages/use-said';
import { useLocale, useText } from '../../messages/use-text';
import { focusAsked } from '../../state/focus-pane';
import { useClientState, useUi } from '../../state/page-context';
import { useCallTitle } from '../../state/use-call-title';
import { useNow } from '../../state/use-now';
import { OwnRules, wasAsked } from '../call/own-rules';
import { AgentLine } from './agent-line';
import { CallDetails } from './call-details';
import { callOutcome, callSubject } from './call-label';
import { callOfAgent, type AgentView } from '@/lib/client/agent-view';

/** The sub-agent that a call started or continued, if this browser knows it. */
export const agentOfCall = (agents: readonly AgentView[], call: CallView): AgentView | undefined =>
  agents.length === 0
    ? undefined
    : (agents.findLast((agent) => callOfAgent(agent) === call.id) ??
      agents.find(({ threadId }) => threadId === threadOf(call)));

/** If the call's agent has been continued by a later call, the result still names its thread. */
function threadOf({ result }: CallView): unknown {
  const agent = result?.details?.agent;
  return typeof agent === 'object' && agent !== null && 'threadId' in agent ? agent.threadId : undefined;
}

const AgentConversation = lazy(() => import('./agent-conversation'));

/** Phases whose outcome a person should see without opening the card. */
const SPEAKS: ReadonlySet<CallView['phase']> = new Set(['invalid', 'failed', 'denied', 'aborted']);

/** One tool call: its state and subject and, when opened, all its details. */
export const CallCard = memo(function CallCard({ call }: { call: CallView }) {
  const [text, said] = [useText('thread'), useSaid('failure')];
  const [open, setOpen] = useState(false);
  const selected = useUi((ui) => ui.selectedCall === call.id);
  const selectCall = useUi((ui) => ui.selectCall);
  const agent = useClientState(({ agents }) => agentOfCall(agents, call));
  const look = phaseLook(call.phase);
  const outcome = SPEAKS.has(call.phase) ? callOutcome(call, text, said) : undefined;
  const subject = callSubject(call.name, useCallTitle()(call));

  return (
    <article
      aria-label={text('card', { name: call.name, state: look.word })}
      data-call={call.id}
      className={cx(
        'flow-root border-line not-first:border-t',
        selected && 'bg-raised shadow-[inset_2px_0_var(--accent)]',
      )}
    >
      <button
        type="button"
        aria-expanded={open}
        title={look.explains}
        onClick={() => {
          setOpen(!open);
          selectCall(call.id);
        }}
        className="flex min-h-[30px] w-full items-center gap-2 px-2.5 text-left font-mono text-xs hover:bg-hover"
      >
        <StateMark phase={call.phase} />
        <span className="font-medium">{call.name}</span>
        <span className="min-w-0 flex-1 truncate text-dim" title={subject || undefined}>
          {subject || (call.phase === 'streaming' ? '…' : '')}
        </span>
        <CallNumbers call={call} />
        <ChevronRight aria-hidden size={13} className={cx('shrink-0 text-faint', open && 'rotate-90')} />
      </button>
      {outcome && !open && (
        <p
          title={outcome}
          className="mr-2.5 mb-2 ml-8 line-clamp-3 max-h-[3lh] overflow-clip text-xs break-words text-dim"
        >
          {call.result?.error && <b className={cx('mr-1.5 font-mono font-medium', look.tone)}>{call.result.error}</b>}
          <InlineCode text={outcome} />
          {call.phase === 'denied' && <Why call={call} />}
        </p>
      )}
      {call.phase === 'awaiting-approval' && <WaitsInside call={call} />}
      {call.trace && wasAsked(call.trace) && <OwnRules trace={call.trace} className="mr-2.5 mb-2 ml-8" />}
      {agent && !open && <AgentLine agent={agent} />}
      {agent && open && (
        <Suspense fallback={<Loading className="px-3 pb-2 text-xs text-dim" />}>
          <AgentConversation agent={agent} />
        </Suspense>
      )}
      {open && <CallDetails call={call} />}
    </article>
  );
});

function CallNumbers({ call }: { call: CallView }) {
  const { phase, timings, diff, issues } = call;
  const [text, locale] = [useText('header'), useLocale()];
  const took =
    timings?.startedAt !== undefined && timings.endedAt !== undefined ? timings.endedAt - timings.startedAt : undefined;
  const { word, tone } = phaseLook(phase);
  return (
    <span className="flex shrink-0 items-center gap-2 text-2xs text-faint">
      {diff && <DiffCounts added={diff.added} removed={diff.removed} />}
      {phase !== 'succeeded' && (
        <span className={tone}>
          {phase === 'invalid' && issues.length > 0 ? `${word} · ${text('issues', { count: issues.length })}` : word}
        </span>
      )}
      {phase === 'running' && timings?.startedAt !== undefined && <Elapsed since={timings.startedAt} />}
      {took !== undefined && (phase === 'succeeded' || phase === 'failed') && (
        <span className="tabular-nums">{duration(took, locale)}</span>
      )}
    </span>
  );
}

/** How long a call has been running; it keeps counting while shown. */
function Elapsed({ since }: { since: number }) {
  const locale = useLocale();
  const now = useNow(true);
  return <span className="tabular-nums">{duration(Math.max(0, now - since), locale)}</span>;
}

/** Leads to the question or approval that a nested call waits for. */
function WaitsInside({ call }: { call: CallView }) {
  const text = useText('thread');
  const waits = useClientState(({ approvals, questions, plans, agents }) =>
    waitsInside(call.id, [...approvals, ...questions, ...plans], agents),
  );
  if (!waits) return null;
  return (
    <p className="mr-2.5 mb-2 ml-8 text-xs text-dim">
      {text('waitsInside')}
      <button
        type="button"
        className="ml-1.5 rounded text-accent underline underline-offset-2"
        onClick={() => focusAsked()}
      >
        {text('answerIt')}
      </button>
    </p>
  );
}

/** Opens the policy pane to evaluate this call. */
function Why({ call }: { call: CallView }) {
  const text = useText('thread');
  const askWhy = useUi((ui) => ui.askWhy);
  const selectCall = useUi((ui) => ui.selectCall);
  return (
    <button
      type="button"
      title={text('whyExplains')}
      className="ml-1.5 rounded text-accent underline underline-offset-2"
      onClick={() => {
        selectCall(call.id);
        askWhy({ name: call.name, args: call.args, ...(call.result?.denial && { denial: call.result.denial }) });
      }}
    >
      {text('why')}
    </button>
  );
}
