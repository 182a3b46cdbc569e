'use client';

import { unpackSnapshot } from '@/lib/ports/snapshot';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../elements/button';
import { Dialog } from '../../elements/dialog';
import { useText } from '../../messages/use-text';
import type { OfferedProject } from './use-file-actions';

/** Asks for the address of a public git repository, and clones it. */
export default function CloneDialog({ onEnd }: { onEnd: (cloned?: OfferedProject) => void }) {
  const text = useText('projectDialogs');
  const files = useText('project');
  const [address, setAddress] = useState('');
  const [state, setState] = useState<{ words: string; failed?: boolean }>();
  const clone = useRef<AbortController>(undefined);
  useEffect(() => () => clone.current?.abort(), []);
  const url = urlOf(address);
  const running = state?.failed === false;

  const start = async (): Promise<void> => {
    if (!url || running) return;
    const { signal } = (clone.current = new AbortController());
    setState({ words: text('cloneStarts', { host: url.host }), failed: false });
    const { cloneInWorker } = await import('@/lib/client/workspace/clone/clone-in-worker');
    const done = await cloneInWorker(url.href, signal, ({ bytes, files: count }) =>
      setState({ words: text('cloneProgress', { kilobytes: Math.ceil(bytes / 1000), count }), failed: false }),
    );
    if (done?.type === 'cloned') onEnd({ name: nameOf(url), entries: unpackSnapshot(done.snapshot), leftOut: 0 });
    if (done?.type === 'failed') setState({ words: wordsFor(done), failed: true });
  };
  const wordsFor = ({ code, message }: { code: string; message: string }): string => {
    if (code === 'NOT_FOUND') return text('noRepository');
    if (code === 'NETWORK_ERROR') return text('cloneUnreachable', { host: url?.host ?? '' });
    if (code === 'URL_REFUSED') return text('clonePrivate', { host: url?.host ?? '' });
    if (code === 'TOO_LARGE' || code === 'ANSWER_TOO_LONG') return files('tooLarge');
    return code === 'TOO_MANY' ? files('tooMany') : text('cloneFailed', { reason: message });
  };
  return (
    <Dialog title={text('cloneTitle')} onClose={() => onEnd()}>
      <form
        className="grid gap-2 p-4"
        onSubmit={(event) => {
          event.preventDefault();
          void start();
        }}
      >
        <label className="grid gap-1">
          {text('cloneAddress')}
          <input
            autoFocus
            type="url"
            className="field"
            placeholder={text('cloneExample')}
            value={address}
            readOnly={running}
            onChange={({ target }) => setAddress(target.value)}
          />
        </label>
        <p className="text-dim">{text('cloneExplains')}</p>
        <p role="status" className={state?.failed ? 'break-words text-bad' : 'text-dim'}>
          {state?.words}
        </p>
        <div className="flex justify-end gap-2">
          <Button onClick={() => onEnd()}>{files('cancel')}</Button>
          <Button look="primary" type="submit" disabled={!url || running}>
            {text('clone')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function urlOf(address: string): URL | undefined {
  const url = URL.canParse(address.trim()) ? new URL(address.trim()) : undefined;
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url : undefined;
}

/** The repository's name: `project` of `https://example.org/owner/project.git`. */
const nameOf = ({ pathname, host }: URL): string =>
  pathname
    .replace(/\/+$/, '')
    .split('/')
    .at(-1)
    ?.replace(/\.git$/, '') || host;
