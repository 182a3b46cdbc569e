'use client';

import type { PlanAnswer } from '@/lib/ports';
import { useState } from 'react';
import { Button } from '../../elements/button';
import { Kbd } from '../../elements/kbd';
import { TextEntryForm } from '../../elements/text-entry-form';

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

/** A person's word about a plan: approve it, ask for changes, or reject it, which ends the run. */
export function PlanWord({ onAnswer }: { onAnswer: (answer: PlanAnswer) => void }) {
  const [writing, setWriting] = useState<keyof typeof FORMS | null>(null);
  return writing ? (
    <TextEntryForm
      {...FORMS[writing]}
      onSend={(feedback) =>
        onAnswer(
          writing === 'change' ? { answer: 'change', feedback } : { answer: 'rejected', ...(feedback && { feedback }) },
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
  );
}
