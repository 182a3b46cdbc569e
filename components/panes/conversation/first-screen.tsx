'use client';

import { Play } from 'lucide-react';
import { Button } from '../../elements/button';
import { useAct, useClientState, usePage } from '../../state/page-context';
import { chosenScenario, runScenario } from '../../state/run-scenario';

/** What a newcomer sees: the words the scenario will say, and one button. */
export function FirstScreen() {
  const page = usePage();
  const scenario = useClientState((state) => chosenScenario(page.catalogue, state.options.scenario));
  const preset = useClientState((state) => state.options.preset ?? '');
  const scripted = useClientState((state) => (state.options.model ?? 'scripted') === 'scripted');
  const embedded = useClientState((state) => (state.sandbox.kind ?? 'embedded') === 'embedded');
  const offline = scripted && embedded;
  const act = useAct();
  if (!scenario) return null;
  const refused = scripted ? scenario.unplayable?.[preset] : undefined;
  const { instead } = refused ?? {};
  return (
    <div className="m-auto grid max-w-[38ch] justify-items-center gap-4 py-6 text-center">
      <div className="grid gap-1.5">
        <p className="text-md font-semibold">{scenario.title}</p>
        <p className="text-dim">{scenario.summary}</p>
      </div>
      <p className="rounded-xl rounded-br-sm bg-raised px-3 py-1.5 text-left">{scenario.prompt}</p>
      {refused && (
        <p role="status" className="text-wait">
          {refused.reason}
        </p>
      )}
      {refused && instead && (
        <Button look="primary" onClick={() => act((client) => client.newThread(instead.id))}>
          Choose “{instead.title}” instead
        </Button>
      )}
      {!refused && (
        <Button look="primary" className="h-9 px-4 text-md" onClick={() => runScenario(page)}>
          <Play aria-hidden size={15} fill="currentColor" /> Run “{scenario.title}”
        </Button>
      )}
      {offline && <p className="text-xs text-faint">Everything runs in this tab. No key, no network.</p>}
    </div>
  );
}
