'use client';

import type { PlanAnswer } from '@/lib/ports';
import { useState } from 'react';
import { Button } from '../../elements/button';
import { Kbd } from '../../elements/kbd';
import { TextEntryForm } from '../../elements/text-entry-form';
import { useText } from '../../messages/use-text';
import { sessionText } from '../../state/session-text';

/** The text that goes with an answer: what should change, or why the plan is rejected. */
const FORMS = {
  change: {
    label: 'changeLabel',
    placeholder: 'changePlaceholder',
    send: 'sendBack',
    look: 'primary',
    needed: true,
  },
  rejected: {
    label: 'rejectLabel',
    placeholder: 'rejectPlaceholder',
    send: 'reject',
    look: 'danger',
    needed: false,
  },
} as const;

const WORDS = ['change', 'rejected'] as const;

/** A person's answer to a plan: approve it, ask for changes, or reject it, which ends the run. */
export function PlanWord({ callId, onAnswer }: { callId: string; onAnswer: (answer: PlanAnswer) => void }) {
  const text = useText('thread');
  const [writing, setWriting] = useState(() => WORDS.find((words) => sessionText(`${callId}.${words}`) !== '') ?? null);
  const form = writing && FORMS[writing];
  return form ? (
    <TextEntryForm
      label={text(form.label)}
      placeholder={text(form.placeholder)}
      storageKey={`${callId}.${writing}`}
      send={{ title: text(form.send), look: form.look }}
      needed={form.needed}
      onSend={(feedback) =>
        onAnswer(
          writing === 'change' ? { answer: 'change', feedback } : { answer: 'rejected', ...(feedback && { feedback }) },
        )
      }
      onBack={() => setWriting(null)}
    />
  ) : (
    <div className="flex shrink-0 flex-wrap gap-1.5">
      <Button look="primary" title={text('approveExplains')} onClick={() => onAnswer({ answer: 'approved' })}>
        {text('approve')} <Kbd onAccent>A</Kbd>
      </Button>
      <Button data-plan-change title={text('changeExplains')} onClick={() => setWriting('change')}>
        {text('change')} <Kbd>E</Kbd>
      </Button>
      <Button look="danger" data-deny title={text('rejectExplains')} onClick={() => setWriting('rejected')}>
        {text('rejectMore')} <Kbd>D</Kbd>
      </Button>
    </div>
  );
}
