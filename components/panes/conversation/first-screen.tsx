'use client';

import { Play } from 'lucide-react';
import { Button } from '../../elements/button';
import { useClientState, usePage } from '../../state/page-context';
import { chosenScenario, runScenario } from '../../state/run-scenario';

/** What a newcomer sees: the words the scenario will say, and one button. */
export function FirstScreen() {
  const page = usePage();
  const scenario = useClientState((state) => chosenScenario(page.catalogue, state.options.scenario));
  if (!scenario) return null;
  return (
    <div className="m-auto grid max-w-[38ch] justify-items-center gap-4 py-6 text-center">
      <div className="grid gap-1.5">
        <p className="text-md font-semibold">{scenario.title}</p>
        <p className="text-dim">{scenario.summary}</p>
      </div>
      <p className="rounded-xl rounded-br-sm bg-raised px-3 py-1.5 text-left">{scenario.prompt}</p>
      <Button look="primary" className="h-9 px-4 text-md" onClick={() => runScenario(page)}>
        <Play aria-hidden size={15} fill="currentColor" /> Run “{scenario.title}”
      </Button>
      <p className="text-xs text-faint">Everything runs in this tab. No key, no network.</p>
    </div>
  );
}
