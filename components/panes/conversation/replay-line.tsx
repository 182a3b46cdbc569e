import {
  firstDivergence,
  nextSaid,
  recordedCalls,
  type Divergence,
  type RunDivergence,
  type ReplaySide,
} from '@/lib/cassettes';
import { currentRun, type ThreadState } from '@/lib/protocol';
import { GitBranch } from 'lucide-react';
import { useMemo } from 'react';
import type { Locale } from '../../messages/locale';
import { TextBlock } from '../../elements/text-block';
import { useLocale, useText } from '../../messages/use-text';
import { useClientState } from '../../state/page-context';
import { ArgumentsView } from '../call/arguments';

/** Where the present thread, or one of its sub-agents, diverges from the recording it replays. */
export function useDivergence(): RunDivergence | undefined {
  const cassette = useClientState((state) => state.thread.cassette);
  const calls = useClientState((state) => state.thread.calls);
  const callOrder = useClientState((state) => state.thread.callOrder);
  const agents = useClientState((state) => state.agents);
  return useMemo(
    () => cassette && firstDivergence({ cassette, calls, callOrder }, agents),
    [cassette, calls, callOrder, agents],
  );
}

/** The first call or result that differs from the recording, with both sides. */
export function DivergenceCard({ divergence }: { divergence: RunDivergence }) {
  const { what, recorded, replayed, agent } = divergence;
  const text = useText('thread');
  return (
    <section
      aria-label={text('divergence')}
      className="grid grid-cols-1 gap-2 rounded-lg border border-wait bg-panel p-3"
    >
      <p className="flex gap-2">
        <GitBranch aria-hidden size={14} className="mt-0.5 shrink-0 text-wait" />
        <span className="min-w-0">
          <b className="font-semibold">{text('diverges')}</b>{' '}
          <span className="text-dim">
            {agent !== undefined && `${text('divergesIn', { agent })} `}
            {what === 'call' ? text('otherCall') : text('otherResult', { call: replayed.call })}
          </span>
        </span>
      </p>
      <div className="grid grid-cols-2 gap-2">
        <SideView title={text('recorded')} side={recorded} what={what} />
        <SideView title={text('now')} side={replayed} what={what} />
      </div>
    </section>
  );
}

function SideView({ title, side, what }: { title: string; side: ReplaySide; what: Divergence['what'] }) {
  const text = useText('thread');
  return (
    <div role="group" aria-label={title} className="grid min-w-0 grid-cols-1 content-start gap-1 text-xs">
      <p className="text-dim">
        {text('side', { side: title })} <span className="font-mono text-text">{side.call}</span>
        {side.error && <b className="ml-1.5 font-mono font-medium text-bad">{side.error}</b>}
      </p>
      {what === 'call' ? (
        <ArgumentsView text={side.args} />
      ) : (
        <TextBlock label={text('sideInFull', { side: title })}>{side.text ?? ''}</TextBlock>
      )}
    </div>
  );
}

/** How far a replay has come, and whether it matches the recording so far. */
export function ReplayLine({ divergence }: { divergence: RunDivergence | undefined }) {
  const cassette = useClientState((state) => state.thread.cassette);
  const calls = useClientState((state) => state.thread.calls);
  const turns = useClientState((state) => state.thread.turns.length);
  const [text, locale] = [useText('thread'), useLocale()];
  const writers = useClientState(({ thread }) => nextWriters(thread, locale));
  const recorded = useMemo(() => cassette && recordedCalls(cassette).length, [cassette]);
  if (!cassette || recorded === undefined) return null;
  const all = cassette.entries.filter(({ kind }) => kind === 'turn').length;
  const answered = Object.values(calls).filter(({ result }) => result).length;
  const progress = text('replayed', {
    turn: Math.min(turns, all),
    turns: all,
    result: Math.min(answered, recorded),
    results: recorded,
  });
  return (
    <p role="note" aria-label={text('replay')} className="text-2xs text-faint tabular-nums">
      {text(divergence ? 'replayDiverged' : 'replayAsRecorded', { progress })}
      {writers && ` ${text('nextFrom', { names: writers })}`}
    </p>
  );
}

/** The agents whose inbox messages come before the next turn in the recording; empty if there are none. */
const nextWriters = (thread: ThreadState, locale: Locale): string =>
  thread.cassette && currentRun(thread)?.status !== 'live'
    ? new Intl.ListFormat(locale).format(nextSaid(thread.cassette, thread).inbox)
    : '';
