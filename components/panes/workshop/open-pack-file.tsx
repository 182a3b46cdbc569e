'use client';

import { readPack } from '@/lib/workshop/read-pack';
import { useState } from 'react';
import { useSaid } from '../../messages/use-said';
import { useText } from '../../messages/use-text';
import { FileButton } from './file-button';
import { useWorkbench } from './use-workbench';

/** Opens a pack that somebody exported. It stays out of the playground until it is switched on. */
export function OpenPackFile({ onOpened }: { onOpened?: () => void }) {
  const workbench = useWorkbench();
  const [text, said] = [useText('workshop'), useSaid()];
  const [refused, setRefused] = useState('');
  const open = async (file: File): Promise<void> => {
    const read = readPack(await file.text());
    if (!read.ok) {
      setRefused(`${file.name}: ${said(read.reason)}`);
      return;
    }
    setRefused('');
    await workbench.begin(read.pack.files, read.pack.name);
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
