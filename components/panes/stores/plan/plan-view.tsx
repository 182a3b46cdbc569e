'use client';

import type { Plan } from '@/lib/ports';
import { cx } from '../../../elements/cx';
import { Markdown } from '../../../elements/markdown';
import { EmptyNote, PaneTitle } from '../../../elements/pane';
import { useAct, useClientState } from '../../../state/page-context';
import { useObserved } from '../../../state/use-observed';
import { PlanWord } from '../../conversation/plan-word';

const STATES: Readonly<Record<Plan['state'], { word: string; tone: string }>> = {
  draft: { word: 'draft', tone: 'text-dim' },
  submitted: { word: 'waiting for you', tone: 'text-wait' },
  approved: { word: 'approved', tone: 'text-ok' },
  rejected: { word: 'rejected', tone: 'text-deny' },
  change: { word: 'changes asked', tone: 'text-wait' },
};

/** The agent's newest plan, and what was said about it. */
export default function PlanView() {
  const plan = useObserved(useClientState((state) => state.ports.plan));
  const planning = useClientState((state) => state.mode === 'plan');
  const act = useAct();
  const waiting = useClientState((state) => state.plans.find(({ text }) => text === plan?.text));
  if (!plan) {
    return (
      <EmptyNote>
        {planning ? 'This is plan mode, and there is no plan yet. ' : 'There is no plan yet. '}
        The agent drafts one with <code>Plan</code>, and asks for your word with <code>ExitPlanMode</code>.
      </EmptyNote>
    );
  }
  const { word, tone } = STATES[plan.state];
  return (
    <>
      <PaneTitle end={<span className={cx('font-medium', tone)}>{word}</span>}>Plan</PaneTitle>
      <div tabIndex={0} role="group" aria-label="The plan" className="min-h-0 flex-1 overflow-y-auto px-3 pb-3">
        <Markdown text={plan.text} />
        {plan.feedback && (
          <p className="mt-3 rounded-md border border-line bg-panel px-2.5 py-1.5 text-xs text-dim">
            <b className="mr-1.5 font-medium text-text">You said</b>
            {plan.feedback}
          </p>
        )}
      </div>
      {plan.state === 'submitted' && waiting && (
        <div role="group" aria-label="Your word on the plan" className="shrink-0 border-t border-line px-3 py-2">
          <PlanWord
            key={waiting.callId}
            onAnswer={(answer) => act((client) => client.answerPlan(waiting.callId, answer))}
          />
        </div>
      )}
    </>
  );
}
