'use client';

import type { Pack } from '@/lib/workshop/pack';
import { USES, usesIn, type Use } from '@/lib/workshop/uses';
import { useMemo, useState } from 'react';
import { Button } from '../../elements/button';
import { CodeView } from '../../elements/monaco';
import { Pick } from '../../elements/pick';
import { useText } from '../../messages/use-text';
import { UseList } from './use-list';
import { useWorkbench } from './use-workbench';

/** A pack that somebody sent, to read. It is not run or stored until a person takes it and agrees to what it uses. */
export function OfferedPack({ pack, onDone }: { pack: Pack; onDone: () => void }) {
  const workbench = useWorkbench();
  const text = useText('workshop');
  const [wanted, setWanted] = useState('');
  const [refused, setRefused] = useState<readonly Use[]>([]);
  const said = useMemo(() => usesIn(pack), [pack]);
  const allowed = said.filter((use) => !refused.includes(use));
  const paths = Object.keys(pack.files);
  const path = paths.includes(wanted) ? wanted : (paths[0] ?? '');
  const add = async (): Promise<void> => {
    await workbench.begin(pack.files, pack.name, allowed);
    onDone();
  };
  return (
    <section aria-label={text('offered')} className="flex min-h-0 flex-1 flex-col overflow-y-auto">
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
      <div className="grid gap-2 px-3 py-1.5">
        <p className="text-xs text-dim">{text('offeredExplains')}</p>
        <p className="text-xs">{text(said.length === 0 ? 'usesNothing' : 'usesAsk')}</p>
        <UseList
          said={said}
          allowed={allowed}
          onAllow={(use, on) => setRefused(USES.filter((one) => (one === use ? !on : refused.includes(one))))}
        />
      </div>
      <div className="flex min-h-64 flex-1 flex-col">
        <CodeView label={text('offeredCode', { file: path })} path={path} text={pack.files[path] ?? ''} />
      </div>
    </section>
  );
}
