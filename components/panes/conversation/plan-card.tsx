'use client';

import type { PlanAnswer, PlanRequest } from '@/lib/ports';
import { Hourglass } from 'lucide-react';
import { Markdown } from '../../elements/markdown';
import { useText } from '../../messages/use-text';
import { PlanWord } from './plan-word';

/** Shows a plan that a person can approve, send back or reject. */
export default function PlanCard({
  request,
  onAnswer,
}: {
  request: PlanRequest;
  onAnswer: (answer: PlanAnswer) => void;
}) {
  const text = useText('thread');
  return (
    <section
      data-asked
      aria-label={text('planWaits')}
      className="mx-3 mt-2 flex max-h-[60%] min-h-0 shrink-0 flex-col gap-2 rounded-lg border border-wait bg-panel p-2.5"
    >
      <p className="flex shrink-0 items-center gap-2 text-xs">
        <Hourglass aria-hidden size={14} className="shrink-0 text-wait" />
        <b className="font-medium">{text('hasPlan')}</b>
        <span className="ml-auto shrink-0 text-wait">{text('waiting')}</span>
      </p>
      <div
        tabIndex={0}
        role="group"
        aria-label={text('plan')}
        className="min-h-0 overflow-y-auto rounded-md border border-line bg-bg px-3 py-2"
      >
        <Markdown text={request.text} />
      </div>
      <PlanWord callId={request.callId} onAnswer={onAnswer} />
    </section>
  );
}
