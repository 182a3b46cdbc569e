'use client';

import { readPack } from '@/lib/workshop/read-pack';
import { FolderOpen } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '../../elements/button';
import { useWorkbench } from './use-workbench';

/** Opens a pack that somebody exported. It stays out of the playground until it is switched on. */
export function OpenPackFile({ onOpened }: { onOpened?: () => void }) {
  const workbench = useWorkbench();
  const field = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState('');
  const open = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    const read = readPack(await file.text());
    if (!read.ok) {
      setRefused(`${file.name}: ${read.reason}`);
      return;
    }
    setRefused('');
    await workbench.begin(read.pack.files, read.pack.name);
    onOpened?.();
  };
  return (
    <p className="flex flex-wrap items-center gap-2">
      <input
        ref={field}
        type="file"
        accept=".json"
        hidden
        aria-label="Pack file"
        onChange={({ target }) => {
          void open(target.files?.[0]);
          target.value = '';
        }}
      />
      <Button onClick={() => field.current?.click()}>
        <FolderOpen aria-hidden size={13} /> Open a pack file
      </Button>
      <span role="status" className="text-xs text-bad">
        {refused}
      </span>
    </p>
  );
}
