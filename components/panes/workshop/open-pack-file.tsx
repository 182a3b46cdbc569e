'use client';

import { parseJson } from '@/lib/protocol';
import { MOST_TEXT, PackSchema } from '@/lib/workshop/pack';
import { FolderOpen } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '../../elements/button';
import { useWorkbench } from './use-workbench';

/** Bytes of a file that is read: any pack is smaller. */
const MOST_BYTES = MOST_TEXT * 8;

/** Opens a pack that somebody exported. It stays out of the playground until it is switched on. */
export function OpenPackFile({ onOpened }: { onOpened?: () => void }) {
  const workbench = useWorkbench();
  const field = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState('');
  const open = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    const read = file.size > MOST_BYTES ? undefined : parseJson(PackSchema, await file.text());
    if (!read?.ok) {
      setRefused(`${file.name} is no pack of this version of Toolyard.`);
      return;
    }
    await workbench.begin(read.value.files, read.value.name);
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
