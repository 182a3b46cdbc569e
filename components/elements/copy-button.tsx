'use client';

import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { useText } from '../messages/use-text';
import { Button } from './button';

/** Copies a text to the clipboard and says whether the browser allowed it. */
export function CopyButton({ text, title, hint }: { text: string; title?: string; hint?: string }) {
  const say = useText('marks');
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setState('copied');
    } catch {
      setState('refused');
    }
  };
  return (
    <Button look="quiet" size="small" title={hint} onClick={() => void copy()} onBlur={() => setState('idle')}>
      {state === 'copied' ? <Check aria-hidden size={13} /> : <Copy aria-hidden size={13} />}
      <span aria-live="polite">
        {{ idle: title ?? say('copy'), copied: say('copied'), refused: say('copyRefused') }[state]}
      </span>
    </Button>
  );
}
