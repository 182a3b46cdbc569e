'use client';

import { lazy, Suspense } from 'react';
import { useClientState } from '../../state/page-context';

const YourTurnCard = lazy(() => import('../your-turn/your-turn-card'));

/** Where a person who is the model writes its turn, while one is asked for. */
export function YourTurn() {
  const asked = useClientState((state) => state.turnAsked);
  const mine = useClientState((state) => state.executor === 'mine');
  if (!asked || !mine) return null;
  return (
    <Suspense>
      <YourTurnCard key={asked.interruptId} asked={asked} />
    </Suspense>
  );
}
