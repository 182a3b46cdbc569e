'use client';

import { KeyRound, Play, Wrench, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../elements/button';
import { useAct, useClientState, usePage, useUi } from '../../state/page-context';
import { chosenScenario, runScenario } from '../../state/run-scenario';
import { RunSetup } from './run-setup';

/** The models that play scenarios. */
const PLAYS: ReadonlySet<string> = new Set(['scripted', 'careless']);

/** What a newcomer sees: what this is, and the ways in. */
export function FirstScreen() {
  const say = useUi((ui) => ui.say);
  const openDialog = useUi((ui) => ui.openDialog);
  if (say) {
    return (
      <p className="m-auto max-w-[38ch] py-6 text-center text-dim">
        What the link asks for stands below. Read it, and send it.
      </p>
    );
  }
  return (
    <div className="m-auto grid w-full max-w-[44ch] gap-3 py-3">
      <p className="text-md">
        <b className="font-semibold">See what happens when an agent calls a tool.</b>{' '}
        <span className="text-dim">
          For people who build agents and their tools: every call, every check, every byte the model reads.
        </span>
      </p>
      <Demo />
      <div className="grid grid-cols-2 gap-2">
        <Door icon={Wrench} title="Try a tool" href="/tools/Edit">
          Call one yourself, with right or wrong arguments.
        </Door>
        <Door icon={KeyRound} title="Use your model" onOpen={() => openDialog('settings')}>
          Claude, Gemini, OpenAI, or one on your machine.
        </Door>
      </div>
      <RunSetup />
    </div>
  );
}

const DOOR =
  'grid content-start gap-0.5 rounded-lg border border-line bg-panel px-3 py-2 text-left hover:border-line-strong hover:bg-hover';

/** A way in. */
function Door(props: { icon: LucideIcon; title: string; href?: string; onOpen?: () => void; children: ReactNode }) {
  const { icon: Icon, title, href, onOpen, children } = props;
  const inside = (
    <>
      <span className="flex items-center gap-1.5 font-semibold">
        <Icon aria-hidden size={14} className="text-accent" /> {title}
      </span>
      <span className="text-xs text-dim">{children}</span>
    </>
  );
  return href === undefined ? (
    <button type="button" className={DOOR} onClick={onOpen}>
      {inside}
    </button>
  ) : (
    <a href={href} className={DOOR}>
      {inside}
    </a>
  );
}

/** The scenario that Run runs: what it teaches, what it says, and the button. */
function Demo() {
  const page = usePage();
  const openDialog = useUi((ui) => ui.openDialog);
  const scenario = useClientState((state) => chosenScenario(page.catalogue, state.options.scenario));
  const preset = useClientState((state) => state.options.preset ?? '');
  const scripted = useClientState(({ options }) => PLAYS.has(options.model ?? 'scripted'));
  const embedded = useClientState((state) => (state.sandbox.kind ?? 'embedded') === 'embedded');
  const act = useAct();
  if (!scenario) return null;
  const refused = scripted ? scenario.unplayable?.[preset] : undefined;
  const { instead } = refused ?? {};
  return (
    <section aria-label="Watch a demo" className="grid gap-2 rounded-lg border border-line bg-panel px-3 py-2.5">
      <p>
        <span className="font-semibold">Watch a demo: {scenario.title}.</span>{' '}
        <span className="text-dim">{scenario.summary}</span>
      </p>
      <p className="rounded-xl rounded-br-sm bg-raised px-3 py-1.5">{scenario.prompt}</p>
      {refused && (
        <p role="status" className="text-wait">
          {refused.reason}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-1.5">
        {refused && instead && (
          <Button look="primary" onClick={() => act((client) => client.newThread(instead.id))}>
            Choose “{instead.title}” instead
          </Button>
        )}
        {!refused && (
          <Button look="primary" className="h-8 max-w-full text-md" onClick={() => runScenario(page)}>
            <Play aria-hidden size={14} fill="currentColor" />
            <span className="truncate">Run “{scenario.title}”</span>
          </Button>
        )}
        <Button look="quiet" className="h-8" onClick={() => openDialog('scenarios')}>
          Another…
        </Button>
      </div>
      {scripted && embedded && <p className="text-xs text-faint">Everything runs in this tab. No key, no network.</p>}
    </section>
  );
}
