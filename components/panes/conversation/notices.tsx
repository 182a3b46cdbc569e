'use client';

import { groupBy, type ThreadState } from '@/lib/protocol';
import { RotateCw } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { cx } from '../../elements/cx';
import { useSaid } from '../../messages/use-said';
import { useText } from '../../messages/use-text';
import { useClientState, usePage } from '../../state/page-context';
import { marksOf } from './marks';
import { foldRetries } from './notice-lines';

type Notice = ThreadState['notices'][number];

/** Returns the retries, limits and stops to show below a given message; those whose message is not shown go under undefined. */
export function useNotices(messages: ThreadState['messages']): (after: string | undefined) => ReactNode {
  const { client } = usePage();
  const notices = useClientState((state) => state.thread.notices);
  const runs = useClientState((state) => state.thread.runs);
  /** The card at the end already shows this message. */
  const said = useClientState((state) => state.error?.message);
  const lines = useMemo(() => {
    // Without notices and runs there are no marks; a change of either means there may be a new one.
    const marks = notices.length + runs.length === 0 ? [] : marksOf(client.loaded()?.log ?? []);
    const placed = marks.filter(({ kind }) => kind === 'notice');
    return [
      ...foldRetries(notices.map((notice, index) => ({ after: placed[index]?.after, notice }))).map(
        ({ after, notices: [notice, ...more] }, index) => ({
          after,
          line: notice && notice.message !== said && <NoticeItem key={index} notice={notice} more={more} />,
        }),
      ),
      ...marks
        .filter(({ kind }) => kind === 'stopped')
        .map(({ after }, index) => ({ after, line: <StoppedLine key={`stopped:${index}`} /> })),
    ];
  }, [client, notices, runs, said]);
  const ids = new Set(messages.map(({ id }) => id));
  const byPlace = groupBy(lines, ({ after }) => (after !== undefined && ids.has(after) ? after : undefined));
  return (after) => byPlace.get(after)?.map(({ line }) => line);
}

/** One notice; retries in a row are one line that can be opened. */
function NoticeItem({ notice, more }: { notice: Notice; more: readonly Notice[] }) {
  const [text, said] = [useText('thread'), useSaid()];
  const last = more.at(-1) ?? notice;
  if (notice.kind === 'retry') {
    return (
      <details className={LINE}>
        <summary className="flex cursor-default items-center gap-2 select-none">
          <RotateCw aria-hidden size={12} className="shrink-0" />
          <b className="shrink-0 font-medium text-text">{text('retried', { count: more.length + 1 })}</b>
          <span className="min-w-0 truncate">{said(last.message)}</span>
        </summary>
        <ol className="mt-1 ml-5 grid gap-0.5">
          {[notice, ...more].map(({ message }, index) => (
            <li key={index} className="break-words">
              {said(message)}
            </li>
          ))}
        </ol>
      </details>
    );
  }
  return (
    <p className={cx(LINE, 'flex gap-2')}>
      <b className={cx('shrink-0 font-medium', last.level === 'stop' ? 'text-bad' : 'text-wait')}>
        {text(last.level === 'stop' ? 'stopped' : 'warning')}
      </b>
      <span className="min-w-0 break-words">{said(last.message)}</span>
    </p>
  );
}

function StoppedLine() {
  const text = useText('thread');
  return (
    <p className={cx(LINE, 'flex gap-2')}>
      <b className="shrink-0 font-medium">{text('stopped')}</b> <span>{text('youStopped')}</span>
    </p>
  );
}

const LINE = 'rounded-lg border border-line bg-panel px-3 py-1.5 text-xs text-dim';
