'use client';

import type { ThreadState } from '@/lib/protocol';
import { useMemo, type ReactNode } from 'react';
import { useHostState, usePage } from '../../state/page-context';
import { groupBy } from '../../elements/group-by';
import { marksOf } from './marks';

type Notice = ThreadState['notices'][number];

/** What stands between the messages, by the message it stands below: retries, limits, stops. What has no place there is last. */
export function useNotices(messages: ThreadState['messages']): (after: string | undefined) => ReactNode {
  const { hands } = usePage();
  const notices = useHostState((state) => state.thread.notices);
  const legs = useHostState((state) => state.thread.legs);
  const lines = useMemo(() => {
    // Without either there is no mark, and a change of either says that there may be a new one.
    const marks = notices.length + legs.length === 0 ? [] : marksOf(hands.host()?.log ?? []);
    const placed = marks.filter(({ kind }) => kind === 'notice');
    return [
      ...notices.map((notice, index) => ({
        after: placed[index]?.after,
        line: <NoticeLine key={index} {...notice} />,
      })),
      ...marks
        .filter(({ kind }) => kind === 'stopped')
        .map(({ after }, index) => ({ after, line: <StoppedLine key={`stopped:${index}`} /> })),
    ];
  }, [hands, notices, legs]);
  const ids = new Set(messages.map(({ id }) => id));
  const byPlace = groupBy(lines, ({ after }) => (after !== undefined && ids.has(after) ? after : undefined));
  return (after) => byPlace.get(after)?.map(({ line }) => line);
}

const NoticeLine = ({ kind, level, message }: Notice) => (
  <p className={LINE}>
    <b className={level === 'stop' ? 'text-bad' : 'text-run'}>
      {kind === 'retry' ? 'Tried again' : level === 'stop' ? 'Stopped' : 'Warning'}
    </b>
    <span className="min-w-0 break-words">{message}</span>
  </p>
);

const StoppedLine = () => (
  <p className={LINE}>
    <b>Stopped</b> <span>You stopped the agent here.</span>
  </p>
);

const LINE = 'flex gap-2 rounded-lg border border-line bg-panel px-3 py-1.5 text-xs text-dim';
