'use client';

import { messageOf } from '@/lib/protocol/message-of';
import { readPack } from '@/lib/workshop/read-pack';
import { useState } from 'react';
import { useSaid } from '../../messages/use-said';
import { useText } from '../../messages/use-text';
import { FileButton } from './file-button';
import { useWorkbench } from './use-workbench';

/** Opens an exported pack; a person is asked about it first. */
export function OpenPackFile({ onOpened }: { onOpened?: () => void }) {
  const workbench = useWorkbench();
  const [text, said] = [useText('workshop'), useSaid()];
  const [refused, setRefused] = useState('');
  const open = async (file: File): Promise<void> => {
    const read = await file
      .text()
      .then(readPack, (error: unknown) => ({ ok: false, reason: messageOf(error) }) as const);
    if (!read.ok) {
      setRefused(`${file.name}: ${said(read.reason)}`);
      return;
    }
    setRefused('');
    workbench.offer(read.pack);
    onOpened?.();
  };
  return (
    <p className="flex flex-wrap items-center gap-2">
      <FileButton label={text('packFile')} accept=".json" onFile={(file) => void open(file)}>
        {text('openFile')}
      </FileButton>
      <span role="status" className="text-xs text-bad">
        {refused}
      </span>
    </p>
  );
}
