'use client';

import type { Exchange, FoldedTurn } from '@/lib/protocol';
import { useState } from 'react';
import { cx } from '../../elements/cx';
import { count } from '../../elements/format';
import { EmptyNote, Loading } from '../../elements/pane';
import { Pick } from '../../elements/pick';
import { useLocale, useText } from '../../messages/use-text';
import { useClientState, useUi } from '../../state/page-context';
import type { TurnRef } from '../../state/ui';
import { ExchangeView } from './exchange-view';
import { useExchanges } from './use-exchanges';

/** The requests of an agent's turns on one side; the selected one, or the newest, on the other. */
export default function RequestsView({ threadId: main }: { threadId: string }) {
  const text = useText('requests');
  const agents = useClientState((state) => state.agents);
  const status = useClientState((state) => state.status);
  const own = useClientState((state) => state.thread);
  const asked = useUi((ui) => ui.askedTurn);
  const [threadId, setThreadId] = useState(main);
  const [chosen, setChosen] = useState<number | null>(null);
  const [followed, setFollowed] = useState<TurnRef | null>(null);
  if (followed !== asked) {
    // A newly requested turn takes precedence over the selection, whether or not this pane was open.
    setFollowed(asked);
    if (asked) {
      setThreadId(asked.threadId);
      setChosen(null);
    }
  }
  const { turns, runs } = agents.find((agent) => agent.threadId === threadId)?.thread ?? own;
  const answer = useExchanges(threadId, `${turns.length} ${runs.length} ${status}`);
  if (!answer) return <Loading />;
  if (!answer.ok) return <EmptyNote>{answer.message}</EmptyNote>;
  const exchanges = answer.value;
  const ofAsked = (exchange: Exchange): boolean => turnOf(exchange, turns)?.startedAt === asked?.startedAt;
  const shown =
    exchanges.find(({ startedAt }) => startedAt === chosen) ??
    (asked?.threadId === threadId ? exchanges.findLast(ofAsked) : undefined) ??
    exchanges.at(-1);
  const fromCall = asked?.fromCall === true && shown !== undefined && ofAsked(shown) && chosen === null;

  return (
    <div className="list-beside">
      <div className="flex w-[190px] shrink-0 flex-col border-r border-line">
        {agents.length > 0 && (
          <Pick
            label={text('whose')}
            className="m-1.5"
            value={threadId}
            options={[
              { id: main, title: text('thisAgent') },
              ...agents.map(({ threadId: id, name }) => ({ id, title: name })),
            ]}
            onPick={(id) => {
              setThreadId(id);
              setChosen(null);
            }}
          />
        )}
        <ol aria-label={text('list')} className="min-h-0 flex-1 overflow-y-auto py-1">
          {exchanges.map((exchange) => (
            <li key={exchange.startedAt}>
              <Row
                exchange={exchange}
                turns={turns}
                shown={exchange === shown}
                onChoose={() => setChosen(exchange.startedAt)}
              />
            </li>
          ))}
        </ol>
      </div>
      {shown ? (
        <ExchangeView
          key={`${shown.startedAt} ${fromCall}`}
          exchange={shown}
          turn={turnOf(shown, turns)}
          fromCall={fromCall}
        />
      ) : (
        <EmptyNote>{text('none')}</EmptyNote>
      )}
    </div>
  );
}

/** The turn that a request was made for; a request that failed before its first output has none. */
const turnOf = ({ runId, startedAt }: Exchange, turns: readonly FoldedTurn[]): FoldedTurn | undefined =>
  turns.find((turn) => turn.runId === runId && turn.startedAt <= startedAt && startedAt <= turn.endedAt);

function Row(props: { exchange: Exchange; turns: readonly FoldedTurn[]; shown: boolean; onChoose: () => void }) {
  const { exchange, turns, shown, onChoose } = props;
  const [text, locale] = [useText('requests'), useLocale()];
  const { status, endedAt } = exchange;
  const turn = turnOf(exchange, turns);
  const failed = status === undefined ? endedAt !== undefined : status >= 400;
  return (
    <button
      type="button"
      aria-current={shown}
      onClick={onChoose}
      className={cx(
        'flex w-full items-baseline gap-2 px-3 py-1 text-left text-xs hover:bg-hover',
        shown && 'bg-raised',
      )}
    >
      <span className="shrink-0">{turn ? text('turn', { number: turns.indexOf(turn) + 1 }) : text('noTurn')}</span>{' '}
      <span className={cx('shrink-0 font-mono text-2xs', failed ? 'text-bad' : 'text-faint')}>
        {status ?? (failed ? text('noAnswer') : '…')}
      </span>
      <span className="min-w-0 flex-1 truncate text-right font-mono text-2xs text-faint tabular-nums">
        {turn && text('tokensIn', { count: count(turn.inputTokens, locale) })}
      </span>
    </button>
  );
}
