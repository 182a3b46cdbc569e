'use client';

import { lazy, Suspense } from 'react';
import { useAct, useHostState } from '../../state/page-context';

const PlanCard = lazy(() => import('./plan-card'));
const QuestionCard = lazy(() => import('./question-card'));

/** What the agent asks of a person, one thing at a time, after what only needs to be allowed. */
export function Asked() {
  const act = useAct();
  const [question, ...behind] = useHostState((state) => state.questions);
  const plan = useHostState((state) => state.plans[0]);
  const free = useHostState((state) => state.hands === 'mine' && state.approvals.length === 0);
  if (!free) return null;
  if (question) {
    return (
      <Suspense>
        <QuestionCard
          key={question.callId}
          request={question}
          behind={behind.length}
          onAnswer={(answers) => act((host) => host.answer(question.callId, answers))}
        />
      </Suspense>
    );
  }
  if (!plan) return null;
  return (
    <Suspense>
      <PlanCard
        key={plan.callId}
        request={plan}
        onAnswer={(answer) => act((host) => host.answerPlan(plan.callId, answer))}
      />
    </Suspense>
  );
}
