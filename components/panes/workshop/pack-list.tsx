'use client';

import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../elements/button';
import { cx } from '../../elements/cx';
import { Dialog } from '../../elements/dialog';
import { useText } from '../../messages/use-text';
import { OpenPackFile } from './open-pack-file';
import { TemplateList } from './template-list';
import { useBench, useWorkbench } from './use-workbench';

/** This browser's packs by name. */
export function PackList() {
  const workbench = useWorkbench();
  const text = useText('workshop');
  const packs = useBench((state) => state.packs) ?? [];
  const chosen = useBench((state) => state.chosen);
  const [beginning, setBeginning] = useState(false);
  const sorted = packs.toSorted((a, b) => a.pack.name.localeCompare(b.pack.name));
  return (
    <nav
      aria-label={text('packs')}
      className="flex shrink-0 items-center gap-1 border-b border-line p-1.5 lg:w-48 lg:flex-col lg:items-stretch lg:border-r lg:border-b-0"
    >
      <ul className="flex min-w-0 flex-1 gap-1 overflow-auto lg:min-h-0 lg:flex-col">
        {sorted.map(({ pack: { name }, on }) => (
          <li key={name} className="shrink-0">
            <button
              type="button"
              aria-current={name === chosen}
              onClick={() => void workbench.choose(name)}
              className={cx(
                'flex w-full items-center gap-2 rounded-md px-2 py-1 text-left hover:bg-hover',
                name === chosen ? 'bg-raised text-text' : 'text-dim',
              )}
            >
              <span className="min-w-0 flex-1 truncate font-mono text-xs">{name}</span>
              {on && <span className="text-2xs text-accent">{text('on')}</span>}
            </button>
          </li>
        ))}
      </ul>
      <Button onClick={() => setBeginning(true)}>
        <Plus aria-hidden size={13} /> {text('newPack')}
      </Button>
      {beginning && (
        <Dialog title={text('beginPack')} onClose={() => setBeginning(false)}>
          <div className="grid gap-3 overflow-y-auto p-4">
            <TemplateList onBegin={() => setBeginning(false)} />
            <OpenPackFile onOpened={() => setBeginning(false)} />
          </div>
        </Dialog>
      )}
    </nav>
  );
}
