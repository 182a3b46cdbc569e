'use client';

import type { CallView } from '@/lib/client/state';
import { cx } from '../../elements/cx';
import { duration } from '../../elements/format';
import { phaseLook, StateMark } from '../../elements/state-mark';
import { REFUSERS } from './refusers';
import { NestedCalls } from './nested-calls';

/** One call's state and the text of its result, as the model reads it. */
export default function ResultView({ call }: { call: CallView }) {
  const { result, phase, timings, output } = call;
  const look = phaseLook(phase);
  const took = timings?.startedAt !== undefined && timings.endedAt !== undefined && timings.endedAt - timings.startedAt;
  const images = result?.content?.filter((part) => part.type === 'image') ?? [];
  return (
    <>
      <div className="flex h-8 shrink-0 items-center gap-2 border-b border-line px-3 text-xs">
        <StateMark phase={phase} />
        <b className="min-w-0 truncate font-mono font-medium">{call.title}</b>
        <span className={cx('shrink-0', look.tone)}>{look.word}</span>
        {result?.error && <code className="shrink-0 text-bad">{result.error}</code>}
        <span className="flex-1" />
        {took !== false && <span className="shrink-0 text-faint tabular-nums">{duration(took)}</span>}
      </div>
      <div className="min-h-0 flex-1 overflow-auto" tabIndex={0} role="region" aria-label="Result text">
        {result?.denial && <Denial denial={result.denial} />}
        <NestedCalls details={result?.details} className="border-b border-line px-3 py-1.5" />
        <pre className="px-3 py-2 text-xs leading-[1.55] break-words whitespace-pre-wrap">
          {result?.text ?? (output || 'No output yet.')}
        </pre>
        {images.map((image, index) => (
          // eslint-disable-next-line @next/next/no-img-element -- a data URL has nothing to optimise
          <img
            key={index}
            alt={`Result ${index + 1} of ${call.title}`}
            src={`data:${image.mimeType};base64,${image.data}`}
            className="mx-3 mb-3 max-w-[calc(100%-24px)] border border-line"
          />
        ))}
      </div>
    </>
  );
}

function Denial({ denial }: { denial: NonNullable<NonNullable<CallView['result']>['denial']> }) {
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-3 border-b border-line px-3 py-2 text-xs">
      <dt className="text-faint">Refused by</dt>
      <dd>{REFUSERS[denial.source]}</dd>
      {denial.rule && (
        <>
          <dt className="text-faint">Rule</dt>
          <dd className="font-mono">{denial.rule}</dd>
        </>
      )}
      {denial.hint && (
        <>
          <dt className="text-faint">Allowed instead</dt>
          <dd>{denial.hint}</dd>
        </>
      )}
    </dl>
  );
}
