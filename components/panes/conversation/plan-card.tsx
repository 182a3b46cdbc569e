'use client';

import type { PlanAnswer, PlanRequest } from '@/lib/ports';
import { Hourglass } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../elements/button';
import { Kbd } from '../../elements/kbd';
import { Markdown } from '../../elements/markdown';
import { WordsForm } from '../../elements/words-form';

/** What is written before it is sent: what should change, or why the plan is rejected. */
const FORMS = {
  change: {
    label: 'What should change',
    placeholder: 'What should change? The agent plans again with it.',
    send: { title: 'Send back', look: 'primary' },
    needed: true,
  },
  rejected: {
    label: 'Reason for rejecting',
    placeholder: 'Why? You may leave this empty.',
    send: { title: 'Reject', look: 'danger' },
  },
} as const;

/** Shows a plan and asks for a person's word: approve it, ask for changes, or reject it, which ends the run. */
export default function PlanCard({
  request,
  onAnswer,
}: {
  request: PlanRequest;
  onAnswer: (answer: PlanAnswer) => void;
}) {
  const [writing, setWriting] = useState<keyof typeof FORMS | null>(null);

  return (
    <section
      aria-label="Plan to approve"
      className="mx-3 mt-2 flex max-h-[60%] min-h-0 shrink-0 flex-col gap-2 rounded-lg border border-wait bg-panel p-2.5"
    >
      <p className="flex shrink-0 items-center gap-2 text-xs">
        <Hourglass aria-hidden size={14} className="shrink-0 text-wait" />
        <b className="font-medium">The agent has a plan</b>
        <span className="ml-auto shrink-0 text-wait">waiting for you</span>
      </p>
      <div
        tabIndex={0}
        role="group"
        aria-label="The plan"
        className="min-h-0 overflow-y-auto rounded-md border border-line bg-bg px-3 py-2"
      >
        <Markdown text={request.text} />
      </div>
      {writing ? (
        <WordsForm
          {...FORMS[writing]}
          onSend={(feedback) =>
            onAnswer(
              writing === 'change'
                ? { answer: 'change', feedback }
                : { answer: 'rejected', ...(feedback && { feedback }) },
            )
          }
          onBack={() => setWriting(null)}
        />
      ) : (
        <div className="flex shrink-0 flex-wrap gap-1.5">
          <Button
            look="primary"
            title="The agent carries it out, in permission mode Default"
            onClick={() => onAnswer({ answer: 'approved' })}
          >
            Approve <Kbd onAccent>A</Kbd>
          </Button>
          <Button data-plan-change title="The agent plans again" onClick={() => setWriting('change')}>
            Ask for changes… <Kbd>E</Kbd>
          </Button>
          <Button look="danger" data-deny title="The run ends" onClick={() => setWriting('rejected')}>
            Reject… <Kbd>D</Kbd>
          </Button>
        </div>
      )}
    </section>
  );
}
