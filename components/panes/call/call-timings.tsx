'use client';

import type { CallView } from '@/lib/client/state';
import { duration } from '../../elements/format';
import { useLocale, useText } from '../../messages/use-text';
import { useClientState } from '../../state/page-context';

/** When the call arrived, how long it waited and how long it ran. */
export function CallTimings({ call: { timings } }: { call: CallView }) {
  const [text, locale] = [useText('call'), useLocale()];
  const began = useClientState((state) => state.thread.turns[0]?.startedAt);
  const { queuedAt, startedAt, endedAt } = timings ?? {};
  const rows = [
    [
      'queuedAt',
      queuedAt !== undefined &&
        began !== undefined &&
        text('intoThread', { duration: duration(queuedAt - began, locale) }),
    ],
    ['waited', queuedAt !== undefined && startedAt !== undefined && duration(startedAt - queuedAt, locale)],
    ['ran', startedAt !== undefined && endedAt !== undefined && duration(endedAt - startedAt, locale)],
  ] as const;
  const known = rows.filter(([, words]) => words !== false);
  if (known.length === 0) return <p className="text-xs text-dim">{text('neverQueued')}</p>;
  return (
    <dl className="flex flex-wrap gap-x-5 gap-y-0.5 text-xs">
      {known.map(([name, words]) => (
        <div key={name} className="flex gap-1.5">
          <dt className="text-faint">{text(name)}</dt>
          <dd className="font-mono tabular-nums">{words}</dd>
        </div>
      ))}
    </dl>
  );
}
