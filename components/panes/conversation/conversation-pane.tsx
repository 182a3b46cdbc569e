'use client';

import { ArrowDown, CircleDot } from 'lucide-react';
import { lazy, Suspense, useEffect } from 'react';
import { late } from '../../elements/late';
import { loadMarkdown } from '../../elements/markdown';
import { NoticeLine } from '../../elements/notice-line';
import { Pane, PaneTitle } from '../../elements/pane';
import { useText } from '../../messages/use-text';
import { goToThread } from '../../state/go-to-thread';
import { useClientState, usePage, useUi } from '../../state/page-context';
import { previewTab } from '../../state/ui';
import { Approvals } from './approvals';
import { Asked } from './asked';
import { BeingSaid, useBeingSaid } from './being-said';
import { Composer } from './composer';
import { ElsewhereCard, ErrorCard } from './end-cards';
import { FirstScreen } from './first-screen';
import { useStickToEnd } from './use-stick-to-end';
import { useObserved } from '../../state/use-observed';

const YourTurnCard = lazy(() => import('../your-turn/your-turn-card'));

/** Where a person who plays the model writes its turn when one is requested. */
function YourTurn() {
  const asked = useClientState((state) => state.turnAsked);
  const mine = useClientState((state) => state.executor === 'mine');
  if (!asked || !mine) return null;
  return (
    <Suspense>
      <YourTurnCard key={asked.interruptId} asked={asked} />
    </Suspense>
  );
}

const loadThreadView = () => import('./thread-view');
const useThreadView = late(loadThreadView);

function Thread() {
  const ThreadView = useThreadView()?.default ?? BeingSaid;
  return <ThreadView />;
}

const LinkIssues = lazy(() => import('./link-issues'));

/** What is wrong with the link or the run. */
function Faults() {
  const misled = useUi((ui) => ui.linkIssues.length > 0);
  return (
    <div className="grid grid-cols-1 gap-2.5 empty:hidden">
      {misled && (
        <Suspense>
          <LinkIssues />
        </Suspense>
      )}
      <ErrorCard />
    </div>
  );
}

/** The conversation, what waits for a person, and the field to write in. */
export function ConversationPane() {
  const [text, panes] = [useText('conversation'), useText('panes')];
  const openTab = useUi((ui) => ui.openTab);
  const isSaying = useBeingSaid().length > 0;
  const empty = useClientState((state) => state.thread.messages.length === 0) && !isSaying;
  // A newcomer should read the first screen from its top.
  const { box, content, away, toEnd } = useStickToEnd(!empty);
  const loading = useClientState((state) => state.status === 'loading');
  // What draws a thread loads while it is read.
  useEffect(() => {
    if (loading) void Promise.all([loadThreadView(), loadMarkdown()]).catch(() => undefined);
  }, [loading]);
  const turns = useClientState((state) => state.thread.turns.length);
  return (
    <Pane name="Conversation" className="h-full bg-bg">
      <PaneTitle end={turns > 0 && <span className="tabular-nums">{text('turn', { number: turns })}</span>}>
        {panes('Conversation')}
      </PaneTitle>
      <CameFrom />
      <div className="relative flex min-h-0 flex-1 flex-col">
        <div
          ref={box}
          data-pane-focus
          tabIndex={0}
          role="log"
          aria-live="off"
          aria-label={text('messages')}
          className="min-h-0 flex-1 overflow-y-auto [scrollbar-gutter:stable]"
        >
          <div ref={content} className="flex min-h-full flex-col px-3 pb-3">
            {empty && <Faults />}
            {empty && loading && <p className="m-auto text-dim">{text('loading')}</p>}
            {empty && !loading && <FirstScreen />}
            {!empty && (
              <div className="grid grid-cols-1 gap-2.5">
                <Thread />
                <Faults />
              </div>
            )}
          </div>
        </div>
        {away && (
          <button
            type="button"
            onClick={toEnd}
            className="absolute bottom-2 left-1/2 flex -translate-x-1/2 items-center gap-1.5 rounded-full border border-line-strong bg-raised px-3 py-1 text-xs shadow-[var(--shadow)] hover:bg-hover"
          >
            <ArrowDown aria-hidden size={13} /> {text('latest')}
          </button>
        )}
      </div>
      <ElsewhereCard />
      <TodoLine />
      <Approvals onShow={(callId, { path }) => openTab(previewTab(callId, path))} />
      <Asked />
      <YourTurn />
      <Composer />
    </Pane>
  );
}

/** Says that a run has a thread of its own, and leads back to the one that it left. */
function CameFrom() {
  const page = usePage();
  const text = useText('conversation');
  const cameFrom = useUi((ui) => ui.cameFrom);
  const notice =
    cameFrom === null
      ? undefined
      : {
          words: text('newThreadBegan'),
          undo: () => goToThread(page, cameFrom),
          undoTitle: text('goBack'),
        };
  return <NoticeLine notice={notice} onDismiss={() => page.ui.setState({ cameFrom: null })} />;
}

/** The current item of the agent's todo list, on one line. Hidden when everything is done. */
export function TodoLine() {
  const text = useText('conversation');
  const todos = useObserved(useClientState((state) => state.ports.todos)) ?? [];
  const showStore = useUi((ui) => ui.showStore);
  const active = todos.find(({ status }) => status === 'in_progress');
  if (!active) return null;
  const done = todos.filter(({ status }) => status === 'completed').length;
  return (
    <button
      type="button"
      title={text('showList')}
      onClick={() => showStore('todos')}
      className="mx-3 mt-2 flex shrink-0 items-center gap-2 rounded-md px-1 text-left text-xs text-dim hover:text-text"
    >
      <CircleDot aria-hidden size={13} className="shrink-0 text-run" />
      <span className="min-w-0 flex-1 truncate">{active.activeForm}</span>
      <span className="shrink-0 text-2xs text-faint tabular-nums">{text('done', { done, all: todos.length })}</span>
    </button>
  );
}
