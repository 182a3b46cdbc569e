'use client';

import type { Pack } from '@/lib/workshop/pack';
import { packIn } from '@/lib/workshop/pack-link';
import { useEffect, useState } from 'react';
import { Button } from '../../elements/button';
import { CodeView } from '../../elements/monaco';
import { Pick } from '../../elements/pick';
import { useText } from '../../messages/use-text';
import { useWorkbench } from './use-workbench';

/** The pack that the address carries; null where what it carries is none, undefined where it carries nothing. */
export function useLinkedPack() {
  const [linked, setLinked] = useState<Pack | null>();
  useEffect(() => {
    let latest = 0;
    const read = (): void => {
      const own = ++latest;
      void packIn(location.hash).then((pack) => own === latest && setLinked(pack));
    };
    read();
    addEventListener('hashchange', read);
    return () => {
      latest = -1;
      removeEventListener('hashchange', read);
    };
  }, []);
  const leave = (): void => {
    history.replaceState(history.state, '', location.pathname + location.search);
    setLinked(undefined);
  };
  return { linked, leave };
}

/** A pack that somebody sent as a link, to be read. Nothing of it runs, or is kept, before a person takes it. */
export function LinkedPack({ pack, onDone }: { pack: Pack | null; onDone: () => void }) {
  const workbench = useWorkbench();
  const text = useText('workshop');
  const [wanted, setWanted] = useState('');
  if (!pack) {
    return (
      <div className="grid content-start justify-items-start gap-3 p-4">
        <p role="alert">{text('linkBroken')}</p>
        <Button onClick={onDone}>{text('toMine')}</Button>
      </div>
    );
  }
  const paths = Object.keys(pack.files);
  const path = paths.includes(wanted) ? wanted : (paths[0] ?? '');
  const add = async (): Promise<void> => {
    await workbench.begin(pack.files, pack.name);
    onDone();
  };
  return (
    <section aria-label={text('fromLink')} className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-wrap items-center gap-2 border-b border-line p-2">
        <h1 className="font-mono text-md font-semibold">{pack.name}</h1>
        {paths.length > 1 && (
          <Pick label={text('file')} value={path} options={paths.map((id) => ({ id, title: id }))} onPick={setWanted} />
        )}
        <span className="flex-1" />
        <Button onClick={onDone}>{text('leaveIt')}</Button>
        <Button look="primary" onClick={() => void add()}>
          {text('addToMine')}
        </Button>
      </div>
      <p className="px-3 py-1.5 text-xs text-dim">{text('linkExplains')}</p>
      <CodeView label={text('linkCode', { file: path })} path={path} text={pack.files[path] ?? ''} />
    </section>
  );
}
