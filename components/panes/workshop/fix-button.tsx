'use client';

import type { Fix } from '@/lib/tools/lint';
import { messageOf } from '@/lib/protocol/message-of';
import { useState } from 'react';
import { Button } from '../../elements/button';
import { useSaid } from '../../messages/use-said';
import { useText } from '../../messages/use-text';
import { usePackLanguage, useWorkbench } from './use-workbench';

/** Applies a fix from lint to the pack's source. */
export function FixButton({ tool, fix }: { tool: string; fix: Fix }) {
  const workbench = useWorkbench();
  const [text, said] = [useText('workshop'), useSaid()];
  const language = usePackLanguage();
  const [refused, setRefused] = useState('');
  const mend = async (): Promise<void> => {
    const { files } = workbench.store.getState();
    try {
      const fixed = await language.fix(files, tool, fix.edits, new AbortController().signal);
      // Text typed meanwhile must not be undone.
      if (workbench.store.getState().files !== files) return;
      if (!fixed) return setRefused(text('fixByHand'));
      workbench.type(fixed.path, fixed.text);
      await workbench.save();
    } catch (error) {
      setRefused(text('fixFailed', { message: messageOf(error) }));
    }
  };
  return (
    <p className="flex flex-wrap items-center gap-2">
      <Button size="small" onClick={() => void mend()}>
        {said(fix.title)}
      </Button>
      <span role="status" className="text-2xs text-wait">
        {refused}
      </span>
    </p>
  );
}
