'use client';

import { USES, usesIn } from '@/lib/workshop/uses';
import { useMemo } from 'react';
import { useText } from '../../messages/use-text';
import { UseList } from './use-list';
import { useBench, useWorkbench } from './use-workbench';

/** What the open pack uses, with switches to allow or revoke it. */
export function PackUses() {
  const workbench = useWorkbench();
  const text = useText('workshop');
  const name = useBench((state) => state.chosen);
  const kept = useBench((state) => state.packs?.find(({ pack }) => pack.name === name));
  // Code from elsewhere may use more than it declares.
  const shown = useMemo(() => (kept ? (kept.uses ? USES : usesIn(kept.pack)) : []), [kept]);
  if (!kept || shown.length === 0) return null;
  return (
    <section aria-label={text('uses')} className="grid gap-1.5">
      <h2 className="text-xs font-semibold">{text('uses')}</h2>
      <p className="max-w-[70ch] text-xs text-dim">{text('usesExplain')}</p>
      <UseList said={shown} allowed={kept.uses ?? USES} onAllow={(use, on) => void workbench.allow(use, on)} />
    </section>
  );
}
