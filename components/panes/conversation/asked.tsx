'use client';

import { lazy, Suspense } from 'react';
import { LoadingCard } from '../../elements/pane';
import { useAct, useClientState } from '../../state/page-context';

const PlanCard = lazy(() => import('./plan-card'));
const QuestionCard = lazy(() => import('./question-card'));

/** What the agent asks a person, one thing at a time; calls that only need approval come first. */
export function Asked() {
  const act = useAct();
  const [question, ...behind] = useClientState((state) => state.questions);
  const plan = useClientState((state) => state.plans[0]);
  const free = useClientState((state) => state.executor === 'mine' && state.approvals.length === 0);
  if (!free) return null;
  if (question) {
    return (
      <Suspense fallback={<LoadingCard />}>
        <QuestionCard
          key={question.callId}
          request={question}
          behind={behind.length}
          onAnswer={(answers) => act((client) => client.answer(question.callId, answers))}
        />
      </Suspense>
    );
  }
  if (!plan) return null;
  return (
    <Suspense fallback={<LoadingCard />}>
      <PlanCard
        key={plan.callId}
        request={plan}
        onAnswer={(answer) => act((client) => client.answerPlan(plan.callId, answer))}
      />
    </Suspense>
  );
}
