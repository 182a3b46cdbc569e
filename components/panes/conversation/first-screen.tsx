'use client';

import { Play } from 'lucide-react';
import { Button } from '../../elements/button';
import { useAct, useClientState, usePage, useUi } from '../../state/page-context';
import { chosenScenario, runScenario } from '../../state/run-scenario';

/** The models that play scenarios. */
const PLAYS: ReadonlySet<string> = new Set(['scripted', 'careless']);

/** What a newcomer sees: the words the scenario will say, and one button. */
export function FirstScreen() {
  const page = usePage();
  const scenario = useClientState((state) => chosenScenario(page.catalogue, state.options.scenario));
  const preset = useClientState((state) => state.options.preset ?? '');
  const scripted = useClientState(({ options }) => PLAYS.has(options.model ?? 'scripted'));
  const say = useUi((ui) => ui.say);
  const embedded = useClientState((state) => (state.sandbox.kind ?? 'embedded') === 'embedded');
  const offline = scripted && embedded;
  const act = useAct();
  if (say) {
    return (
      <p className="m-auto max-w-[38ch] py-6 text-center text-dim">
        What the link asks for stands below. Read it, and send it.
      </p>
    );
  }
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
