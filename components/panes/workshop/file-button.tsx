'use client';

import { FolderOpen } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../../elements/button';

/** Lets a person choose a file. `accept` is as in an HTML file input; `label` names that input. */
export function FileButton(props: { label: string; accept: string; children: string; onFile: (file: File) => void }) {
  const { label, accept, children, onFile } = props;
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={field}
        type="file"
        accept={accept}
        hidden
        aria-label={label}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onFile(file);
          target.value = '';
        }}
      />
      <Button onClick={() => field.current?.click()}>
        <FolderOpen aria-hidden size={13} /> {children}
      </Button>
    </>
  );
}
