'use client';

import { useState } from 'react';
import { clockOf, timeOf } from '../../elements/format';
import { Loading } from '../../elements/pane';
import { Pick } from '../../elements/pick';
import { useSaid } from '../../messages/use-said';
import { useLocale, useText } from '../../messages/use-text';
import type { ListedThread } from '../../state/thread-list';
import { useListedThreads } from '../../state/use-listed-threads';
import { PRESETS } from '@/lib/tools/presets';
import { threadTraits } from '../threads/thread-traits';
import { ComparedCalls } from './compared-calls';
import { ComparedFigures } from './compared-figures';
import { NothingCompared, listedTitle } from './nothing-compared';
import { useReadThread } from './use-read-thread';

const NONE = '';

/** Two threads of this browser side by side: their settings, their costs, and what each did, call by call. */
export default function CompareView(props: { left: string | undefined; right: string | undefined }) {
  const text = useText('compare');
  const threads = useListedThreads();
  const [chosen, setChosen] = useState({ left: props.left, right: props.right });
  const left = useReadThread(chosen.left);
  const right = useReadThread(chosen.right);
  const show = (next: typeof chosen): void => {
    setChosen(next);
    const query = new URLSearchParams(Object.entries(next).flatMap(([name, of]) => (of ? [[name, of]] : [])));
    history.replaceState(history.state, '', `${location.pathname}?${query}`);
  };
  const choose = (side: 'left' | 'right') => (id: string) => show({ ...chosen, [side]: id === NONE ? undefined : id });
  const both = left?.ok && right?.ok ? { left: left.value, right: right.value } : undefined;
  const reading = (chosen.left !== undefined && !left) || (chosen.right !== undefined && !right);
  return (
    <div className="mx-auto grid min-h-0 w-full max-w-6xl flex-1 auto-rows-max gap-4 overflow-y-auto px-3 py-4 md:px-5">
      <header className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h1 className="text-md font-semibold">{text('title')}</h1>
        <p className="text-dim">{text('explains')}</p>
      </header>
      {/* The columns of the figures below. */}
      <div className="grid grid-cols-2 max-sm:-mx-1.5 sm:grid-cols-[20%_minmax(0,1fr)_minmax(0,1fr)]">
        <span className="max-sm:hidden" />
        <Side label={text('left')} id={chosen.left} threads={threads ?? []} onChoose={choose('left')} read={left} />
        <Side label={text('right')} id={chosen.right} threads={threads ?? []} onChoose={choose('right')} read={right} />
      </div>
      {threads && (chosen.left === undefined || chosen.right === undefined) && (
        <NothingCompared
          threads={threads}
          chosen={chosen.left ?? chosen.right}
          onChoose={({ left: older, right: newer }) => show({ left: older.id, right: newer.id })}
        />
      )}
      {reading && <Loading />}
      {both && (
        <>
          <ComparedFigures {...both} />
          <ComparedCalls left={both.left.calls} right={both.right.calls} />
        </>
      )}
    </div>
  );
}

function Side(props: {
  label: string;
  id: string | undefined;
  threads: readonly ListedThread[];
  onChoose: (id: string) => void;
  read: ReturnType<typeof useReadThread>;
}) {
  const { label, id, threads, onChoose, read } = props;
  const [text, traits, said] = [useText('compare'), useText('threads'), useSaid()];
  const locale = useLocale();
  // Threads of one scenario begin with the same text.
  const listed = threads.map((thread) => ({
    id: thread.id,
    title: [clockOf(thread.at, locale), listedTitle(thread), ...threadTraits(thread, traits, PRESETS)].join(' · '),
  }));
  const thread = threads.find((one) => one.id === id);
  const about =
    thread && [listedTitle(thread), timeOf(thread.at, locale), ...threadTraits(thread, traits, PRESETS)].join(' · ');
  // A link may name a thread that this browser has not opened or has removed from its list.
  const unlisted = id !== undefined && !thread ? [{ id, title: id }] : [];
  return (
    <div className="grid min-w-0 content-start gap-1 px-1.5 md:px-3">
      <Pick
        label={label}
        value={id ?? NONE}
        options={[{ id: NONE, title: text('choose') }, ...unlisted, ...listed]}
        onPick={onChoose}
        className="min-w-0 overflow-hidden"
      />
      {thread && (
        <p className="line-clamp-2 text-xs text-dim" title={about}>
          {about}
        </p>
      )}
      {read && !read.ok && (
        <p role="alert" className="text-xs text-bad">
          {said(read.message)}
        </p>
      )}
      {id !== undefined && (
        <a href={`/?thread=${encodeURIComponent(id)}`} className="truncate text-xs text-accent hover:underline">
          {text('open')}
        </a>
      )}
    </div>
  );
}
