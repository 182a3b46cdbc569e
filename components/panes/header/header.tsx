'use client';

import { Command, History, Play, Settings, Square } from 'lucide-react';
import { Button, IconButton } from '../../elements/button';
import { Kbd } from '../../elements/kbd';
import { Pick } from '../../elements/pick';
import { MODES } from '../../state/catalogue';
import { chooseModel, chooseScenario } from '../../state/choose';
import { chordLabel } from '../../state/keys';
import { useAct, useClientState, usePage, useUi } from '../../state/page-context';
import { chosenScenario, runScenario } from '../../state/run-scenario';
import { isBusy } from '../../state/status';
import { useChoices } from '../../state/use-choices';
import { useMac } from '../../state/use-mac';
import { Navigation } from './navigation';

/** What is run, by which model, with which permissions; and the button that runs it. */
export function Header() {
  const page = usePage();
  const { catalogue } = page;
  const act = useAct();
  const modes = useChoices(MODES);
  const mac = useMac();
  const openDialog = useUi((ui) => ui.openDialog);
  const busy = useClientState((state) => isBusy(state.status));
  const model = useClientState((state) => state.options.model) ?? catalogue.models[0]?.id ?? '';
  const mode = useClientState((state) => state.mode);
  const scenario = useClientState((state) => chosenScenario(catalogue, state.options.scenario));

  return (
    <header className="flex min-h-11 shrink-0 items-center gap-2 border-b border-line bg-panel px-3 py-2 max-sm:flex-wrap">
      <h1 className="shrink-0 text-md font-[650] tracking-[-0.01em]">Toolyard</h1>
      <Navigation current="Playground" />
      <span className="flex-1" />
      <Pick
        label="Scenario"
        showLabel
        title={scenario?.summary}
        value={scenario?.id ?? ''}
        options={catalogue.scenarios}
        disabled={busy}
        onPick={(id) => chooseScenario(page, id)}
      />
      <Pick
        label="Model"
        showLabel
        title="Who decides which tools to call"
        value={model}
        options={catalogue.models}
        disabled={busy}
        onPick={(id) => chooseModel(page, id)}
      />
      <Pick
        label="Permissions"
        title={modes.find(({ id }) => id === mode)?.explains}
        value={mode}
        options={modes}
        onPick={(id) => act((client) => client.setMode(id))}
      />
      <Button look="quiet" aria-label="All commands" title="All commands" onClick={() => openDialog('palette')}>
        <Command aria-hidden size={14} />
        <span className="max-[899px]:hidden">
          <Kbd>{chordLabel({ key: 'k', command: true }, mac)}</Kbd>
        </span>
      </Button>
      <IconButton label="Threads of this browser" className="size-7" onClick={() => openDialog('threads')}>
        <History aria-hidden size={15} />
      </IconButton>
      <IconButton label="Settings" className="size-7" onClick={() => openDialog('settings')}>
        <Settings aria-hidden size={15} />
      </IconButton>
      <RunButton />
    </header>
  );
}

function RunButton() {
  const page = usePage();
  const status = useClientState((state) => state.status);
  const elsewhere = useClientState((state) => state.executor === 'elsewhere');
  const fresh = useClientState((state) => state.thread.messages.length === 0);

  if (isBusy(status)) {
    return (
      <Button
        className="w-[106px] justify-center"
        disabled={status === 'stopping'}
        onClick={() => page.client.act((client) => client.stop())}
      >
        <Square aria-hidden size={11} fill="currentColor" /> Stop <Kbd>Esc</Kbd>
      </Button>
    );
  }
  // On the first screen the button that matters stands in the conversation.
  const look = fresh ? 'plain' : 'primary';
  return (
    <Button
      look={look}
      className="w-[106px] justify-center"
      disabled={elsewhere || status === 'loading'}
      title="Run the scenario from its beginning, in a new thread"
      onClick={() => runScenario(page)}
    >
      <Play aria-hidden size={12} fill="currentColor" /> Run <Kbd onAccent={look === 'primary'}>R</Kbd>
    </Button>
  );
}
