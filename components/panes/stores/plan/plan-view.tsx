'use client';

import type { Plan } from '@/lib/ports';
import { cx } from '../../../elements/cx';
import { Markdown } from '../../../elements/markdown';
import { EmptyNote, PaneTitle } from '../../../elements/pane';
import { TAGS } from '../../../messages/tags';
import { useText } from '../../../messages/use-text';
import { useAct, useClientState } from '../../../state/page-context';
import { useObserved } from '../../../state/use-observed';
import { PlanWord } from '../../conversation/plan-word';

const TONES: Readonly<Record<Plan['state'], string>> = {
  draft: 'text-dim',
  submitted: 'text-wait',
  approved: 'text-ok',
  rejected: 'text-deny',
  change: 'text-wait',
};

/** The agent's newest plan and the person's answer to it. */
export default function PlanView() {
  const [text, names] = [useText('storeViews'), useText('stores')];
  const plan = useObserved(useClientState((state) => state.ports.plan));
  const planning = useClientState((state) => state.mode === 'plan');
  const act = useAct();
  const waiting = useClientState((state) => state.plans.find(({ text }) => text === plan?.text));
  if (!plan) {
    return <EmptyNote>{text.rich(planning ? 'planNoneInMode' : 'planNone', TAGS)}</EmptyNote>;
  }
  return (
    <>
      <PaneTitle
        end={<span className={cx('font-medium', TONES[plan.state])}>{text('planIs', { state: plan.state })}</span>}
      >
        {names('plan')}
      </PaneTitle>
      <div tabIndex={0} role="group" aria-label={text('thePlan')} className="min-h-0 flex-1 overflow-y-auto px-3 pb-3">
        <Markdown text={plan.text} />
        {plan.feedback && (
          <p className="mt-3 rounded-md border border-line bg-panel px-2.5 py-1.5 text-xs text-dim">
            <b className="mr-1.5 font-medium text-text">{text('youSaid')}</b>
            {plan.feedback}
          </p>
        )}
      </div>
      {plan.state === 'submitted' && waiting && (
        <div role="group" aria-label={text('planAnswer')} className="shrink-0 border-t border-line px-3 py-2">
          <PlanWord
            key={waiting.callId}
            callId={waiting.callId}
            onAnswer={(answer) => act((client) => client.answerPlan(waiting.callId, answer))}
          />
        </div>
      )}
    </>
  );
}
