'use client';

import { ArrowDown } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Pane, PaneTitle } from '../../elements/pane';
import { useAct, useClientState, useUi } from '../../state/page-context';
import { previewTab } from '../../state/ui';
import { Asked } from './asked';
import { Composer } from './composer';
import { ElsewhereCard, ErrorCard } from './end-cards';
import { FirstScreen } from './first-screen';
import { TodoLine } from './todo-line';
import { useStickToEnd } from './use-stick-to-end';
import { YourTurn } from './your-turn';

const ThreadView = lazy(() => import('./thread-view'));
const ApprovalCard = lazy(() => import('./approval-card'));

/** What was said and done, what waits for a person, and where to say something. */
export function ConversationPane() {
  const { box, content, away, toEnd } = useStickToEnd();
  const empty = useClientState((state) => state.thread.messages.length === 0);
  const loading = useClientState((state) => state.status === 'loading');
  const turns = useClientState((state) => state.thread.turns.length);
  return (
    <Pane name="Conversation" className="h-full bg-bg">
      <PaneTitle end={turns > 0 && <span className="tabular-nums">turn {turns}</span>}>Conversation</PaneTitle>
      <div className="relative flex min-h-0 flex-1 flex-col">
        <div
          ref={box}
          data-pane-focus
          tabIndex={0}
          role="log"
          aria-live="off"
          aria-label="Messages"
          className="min-h-0 flex-1 overflow-y-auto [scrollbar-gutter:stable]"
        >
          <div ref={content} className="flex min-h-full flex-col px-3 pb-3">
            {empty && loading && <p className="m-auto text-dim">Loading the thread…</p>}
            {empty && !loading && <FirstScreen />}
            <div className="grid grid-cols-1 gap-2.5">
              {!empty && (
                <Suspense>
                  <ThreadView />
                </Suspense>
              )}
              <ErrorCard />
            </div>
          </div>
        </div>
        {away && (
          <button
            type="button"
            onClick={toEnd}
            className="absolute bottom-2 left-1/2 flex -translate-x-1/2 items-center gap-1.5 rounded-full border border-line-strong bg-raised px-3 py-1 text-xs shadow-[var(--shadow)] hover:bg-hover"
          >
            <ArrowDown aria-hidden size={13} /> Latest
          </button>
        )}
      </div>
      <ElsewhereCard />
      <TodoLine />
      <Approvals />
      <Asked />
      <YourTurn />
      <Composer />
    </Pane>
  );
}

function Approvals() {
  const act = useAct();
  const openTab = useUi((ui) => ui.openTab);
  const approvals = useClientState((state) => state.approvals);
  const mine = useClientState((state) => state.executor === 'mine');
  const [request] = approvals;
  if (!request || !mine) return null;
  return (
    <Suspense>
      <ApprovalCard
        key={request.callId}
        request={request}
        behind={approvals.length - 1}
        onShow={({ path }) => openTab(previewTab(request.callId, path))}
        onDecide={(decision) =>
          act((client) => client.decide(request.callId, { ...decision, argsHash: request.argsHash }))
        }
      />
    </Suspense>
  );
}
