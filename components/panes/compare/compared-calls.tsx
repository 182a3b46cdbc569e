'use client';

import { pairCalls } from '@/lib/client/comparison/pair-calls';
import type { CallView } from '@/lib/client/state';
import { createTwoFilesPatch } from 'diff';
import { useMemo, useState } from 'react';
import { duration } from '../../elements/format';
import { Patch } from '../../elements/patch';
import { phaseLook, StateMark } from '../../elements/state-mark';
import { useLocale, useText } from '../../messages/use-text';
import { useCallTitle } from '../../state/use-call-title';
import { laidOut } from '../call/markers';

/** The calls of both threads, each beside its counterpart. */
export function ComparedCalls({ left, right }: Readonly<Record<'left' | 'right', readonly CallView[]>>) {
  const text = useText('compare');
  const pairs = useMemo(() => pairCalls(left, right), [left, right]);
  if (pairs.length === 0) return <p className="text-dim">{text('noCalls')}</p>;
  return (
    <section aria-labelledby="compared-calls" className="grid gap-1.5">
      <h2 id="compared-calls" className="font-semibold">
        {text('callByCall')}
      </h2>
      <ol className="divide-y divide-line rounded-md border border-line">
        {pairs.map((pair, index) => (
          <li key={`${pair.left?.id ?? ''}:${pair.right?.id ?? ''}`}>
            <Pair {...pair} number={index + 1} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Pair(props: { left?: CallView | undefined; right?: CallView | undefined; number: number }) {
  const { left, right, number } = props;
  const text = useText('compare');
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      {/* On a phone, titles need the room of the first column. */}
      <summary className="grid cursor-pointer grid-cols-2 py-1.5 hover:bg-hover md:grid-cols-[20%_minmax(0,1fr)_minmax(0,1fr)]">
        <span className="px-3 text-xs text-faint tabular-nums max-md:hidden">{number}</span>
        <Call call={left} />
        <Call call={right} />
      </summary>
      {open && (
        <div className="grid gap-2 px-3 pb-3 text-xs">
          <Difference title={text('arguments')} left={laidOut(left?.args ?? '')} right={laidOut(right?.args ?? '')} />
          <Difference title={text('told')} left={left?.result?.text ?? ''} right={right?.result?.text ?? ''} />
        </div>
      )}
    </details>
  );
}

function Call({ call }: { call: CallView | undefined }) {
  const [text, locale, titleOf] = [useText('compare'), useLocale(), useCallTitle()];
  if (!call) return <span className="px-3 text-faint">{text('noCall')}</span>;
  const { phase, asks, timings } = call;
  const title = titleOf(call);
  const ran =
    !asks && timings?.startedAt && timings.endedAt ? duration(timings.endedAt - timings.startedAt, locale) : '';
  return (
    <span className="flex min-w-0 items-center gap-1.5 px-3">
      <StateMark phase={phase} />
      <span className="sr-only">{phaseLook(phase).word}</span>
      <span className="truncate font-mono text-xs" title={title}>
        {title}
      </span>
      <span className="ml-auto shrink-0 text-2xs text-faint tabular-nums">{ran}</span>
    </span>
  );
}

/** Two texts: just one of them if they are equal, otherwise the changes that turn the left one into the right one. */
function Difference({ title, left, right }: Readonly<Record<'title' | 'left' | 'right', string>>) {
  const text = useText('compare');
  const same = left === right;
  return (
    <div className="grid gap-1">
      <p className="text-dim">{same ? text('same', { title }) : title}</p>
      {same ? (
        <pre
          tabIndex={0}
          role="group"
          aria-label={title}
          className="max-h-60 overflow-auto rounded-md border border-line bg-bg p-2"
        >
          {left}
        </pre>
      ) : (
        <Patch patch={createTwoFilesPatch('', '', `${left}\n`, `${right}\n`)} className="max-h-60" />
      )}
    </div>
  );
}
