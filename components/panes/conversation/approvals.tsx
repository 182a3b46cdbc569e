'use client';

import type { FileDiff } from '@/lib/protocol';
import { lazy, Suspense } from 'react';
import { LoadingCard } from '../../elements/pane';
import { useAct, useClientState } from '../../state/page-context';

const ApprovalCard = lazy(() => import('./approval-card'));

/** The call that has waited longest for a person, and the buttons to answer it. `onShow` opens the change it would make. */
export function Approvals({ onShow }: { onShow?: (callId: string, preview: FileDiff) => void }) {
  const act = useAct();
  const approvals = useClientState((state) => state.approvals);
  const mine = useClientState((state) => state.executor === 'mine');
  const [request] = approvals;
  if (!request || !mine) return null;
  const { callId, argsHash } = request;
  return (
    <Suspense fallback={<LoadingCard />}>
      <ApprovalCard
        key={callId}
        request={request}
        behind={approvals.length - 1}
        {...(onShow && { onShow: (preview) => onShow(callId, preview) })}
        onDecide={(decision) => act((client) => client.decide(callId, { ...decision, argsHash }))}
      />
    </Suspense>
  );
}
