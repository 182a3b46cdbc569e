'use client';

import type { PoolEntryView } from '@/lib/client/tool-state';
import { askForCall } from '@/lib/scenarios/asked-call';
import { Bot } from 'lucide-react';
import { useMemo } from 'react';
import { Button } from '../../elements/button';
import { useText } from '../../messages/use-text';
import { writeCareless } from '../../state/careless-link';
import { writeLink } from '../../state/deep-link';
import { examplesOf } from '../contract/example-args';
import { useBench, useWorkbench } from './use-workbench';

/** It errs in every call, so that a person sees how the tool's form guides a model. */
const CARELESS = writeCareless({ rates: { 'misspelt-field': 1 } });

/** Switches the pack on and opens the playground, where an agent calls the tool. */
export function CallByAgent({ entry }: { entry: PoolEntryView }) {
  const workbench = useWorkbench();
  const text = useText('workshop');
  const checked = useBench((state) => state.checked);
  const input = useMemo(() => {
    const cases = checked?.ok ? checked.cases : [];
    // A case that sets the answers of other tools does not hold in the playground.
    const [real] = cases.flatMap(({ of, passed, result }) =>
      'tool' in of && of.tool === entry.name && !of.calls && passed && result?.success ? [of] : [],
    );
    return real?.input ?? examplesOf(entry.tool).good;
  }, [checked, entry]);
  const go = async (): Promise<void> => {
    await workbench.settle();
    await workbench.switchOn(true);
    location.assign(`/${writeLink({ model: 'careless', careless: CARELESS, say: askForCall(entry.name, input) })}`);
  };
  return (
    <section aria-label={text('inPlayground')} className="grid justify-items-start gap-1.5">
      <h2 className="text-xs font-semibold">{text('inPlayground')}</h2>
      <p className="max-w-[70ch] text-xs text-dim">{text('agentExplains')}</p>
      <Button onClick={() => void go()}>
        <Bot aria-hidden size={13} /> {text('letAgent', { name: entry.name })}
      </Button>
    </section>
  );
}
