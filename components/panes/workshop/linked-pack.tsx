'use client';

import { packIn } from '@/lib/workshop/pack-link';
import type { ReadPack } from '@/lib/workshop/read-pack';
import { useEffect, useState } from 'react';
import { Button } from '../../elements/button';
import { useSaid } from '../../messages/use-said';
import { useText } from '../../messages/use-text';
import { OfferedPack } from './offered-pack';

/** The pack in the address, or why it cannot be read; undefined if the address contains none. */
export function useLinkedPack() {
  const [linked, setLinked] = useState<ReadPack>();
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

/** A pack that somebody sent as a link. */
export function LinkedPack({ linked, onDone }: { linked: ReadPack; onDone: () => void }) {
  const [text, said] = [useText('workshop'), useSaid()];
  if (linked.ok) return <OfferedPack pack={linked.pack} onDone={onDone} />;
  return (
    <div className="grid content-start justify-items-start gap-3 p-4">
      <p role="alert">{text('linkBroken', { reason: said(linked.reason) })}</p>
      <Button onClick={onDone}>{text('toMine')}</Button>
    </div>
  );
}
