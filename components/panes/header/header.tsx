'use client';

import { ChevronDown, Command, History, Play, Settings, Square } from 'lucide-react';
import { Button, IconButton } from '../../elements/button';
import { Kbd } from '../../elements/kbd';
import { Pick } from '../../elements/pick';
import { useLocale, useText } from '../../messages/use-text';
import { DIALECTS, MODES, modelChoices, scenarioLabels } from '../../state/catalogue';
import { chooseModel } from '../../state/choose';
import { chordLabel } from '../../state/keys';
import { useAct, useClientState, usePage, useUi } from '../../state/page-context';
import { revealPane } from '../../state/focus-pane';
import { chosenScenario, runScenario, scenarioBegunBy } from '../../state/run-scenario';
import { isBusy } from '../../state/status';
import { useChoices } from '../../state/use-choices';
import { useMac } from '../../state/use-mac';
import { Navigation } from './navigation';

/** What is run, with which model and permissions, and the button that runs it. */
export function Header() {
  const page = usePage();
  const { catalogue } = page;
  const act = useAct();
  const [text, choices] = [useText('header'), useText('choices')];
  const modes = useChoices(MODES);
  const mac = useMac();
  const openDialog = useUi((ui) => ui.openDialog);
  const busy = useClientState((state) => isBusy(state.status));
  const model = useClientState((state) => state.options.model) ?? catalogue.models[0]?.id ?? '';
  const mode = useClientState((state) => state.mode);
  const design = useDesign();

  return (
    <header className="flex min-h-11 shrink-0 items-center gap-2 border-b border-line bg-panel px-3 py-2 max-[899px]:flex-wrap">
      <h1 className="shrink-0 text-md font-[650] tracking-[-0.01em]">Toolyard</h1>
      <Navigation current="playground" />
      {/* In a narrow window this is a second row that the choices share. */}
      <div className="flex min-w-0 flex-1 items-center justify-end gap-2 max-[899px]:order-last max-[899px]:basis-full max-[899px]:gap-1.5 max-[899px]:[&>*]:flex-auto">
        <ScenarioButton named={!design} disabled={busy} />
        <Pick
          label={text('model')}
          showLabel={!design}
          // A phone has room for two. The first screen and Settings have the model, too.
          className="max-sm:hidden min-[1100px]:shrink-0"
          title={text('modelExplains')}
          value={model}
          options={modelChoices(choices, catalogue.models)}
          disabled={busy}
          onPick={(id) => chooseModel(page, id)}
        />
        {design && (
          <Button
            look="quiet"
            className="min-w-0 shrink! text-xs min-[1100px]:max-w-[180px] min-[1100px]:shrink-0!"
            title={text('designExplains')}
            onClick={() => openDialog('settings')}
          >
            <span className="truncate">{design}</span>
          </Button>
        )}
        <Pick
          label={text('permissions')}
          className="max-[899px]:shrink-0! min-[1100px]:shrink-0"
          title={modes.find(({ id }) => id === mode)?.explains}
          value={mode}
          options={modes}
          onPick={(id) => act((client) => client.setMode(id))}
        />
      </div>
      <span className="flex-1 min-[900px]:hidden" />
      <Button look="quiet" aria-label={text('commands')} title={text('commands')} onClick={() => openDialog('palette')}>
        <Command aria-hidden size={14} />
        <span className="max-[1099px]:hidden">
          <Kbd>{chordLabel({ key: 'k', command: true }, mac)}</Kbd>
        </span>
      </Button>
      <IconButton label={text('threads')} className="size-7" onClick={() => openDialog('threads')}>
        <History aria-hidden size={15} />
      </IconButton>
      <IconButton label={text('settings')} className="size-7" onClick={() => openDialog('settings')}>
        <Settings aria-hidden size={15} />
      </IconButton>
      <RunButton />
    </header>
  );
}

/** Leads to the list of scenarios. `named`: says what it chooses, where there is room. */
function ScenarioButton({ named, disabled }: { named: boolean; disabled: boolean }) {
  const { catalogue } = usePage();
  const [text, locale] = [useText('header'), useLocale()];
  const openDialog = useUi((ui) => ui.openDialog);
  const scenario = useClientState((state) => chosenScenario(catalogue, state.options.scenario));
  const words = scenario && scenarioLabels(scenario, locale);
  return (
    <Button
      aria-label={text('scenarioIs', { name: words?.title ?? '' })}
      aria-haspopup="dialog"
      title={words?.summary}
      className="min-w-0 shrink! font-[550] max-[899px]:justify-between"
      disabled={disabled}
      onClick={() => openDialog('scenarios')}
    >
      {/* If there is little room, the values alone are enough. */}
      {named && <span className="font-normal text-dim max-[1439px]:sr-only">{text('scenario')}</span>}
      <span className="truncate">{words?.title}</span>
      <ChevronDown aria-hidden size={15} className="-mr-0.5 text-dim" />
    </Button>
  );
}

/** The preset and dialect of the next run, if they differ from the page's own. */
function useDesign(): string {
  const { catalogue } = usePage();
  const preset = useClientState((state) => state.options.preset);
  const dialect = useClientState((state) => (state.options.toolMode === 'prompt' ? state.options.dialect : undefined));
  return [
    preset && catalogue.presets.find(({ id }) => id === preset)?.title,
    dialect && dialect !== 'auto' && DIALECTS.find(({ id }) => id === dialect)?.title,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** What Run would do here: play the scenario for the first time, once more, or in place of the person's own conversation. */
function useRunWords(): 'run' | 'runAgain' | 'runDemo' {
  const { catalogue } = usePage();
  const first = useClientState(({ thread }) => thread.messages.find(({ role }) => role === 'user')?.content);
  const scenario = useClientState((state) => chosenScenario(catalogue, state.options.scenario));
  if (first === undefined) return 'run';
  const begun = typeof first === 'string' ? scenarioBegunBy(catalogue, first) : undefined;
  return begun && begun.id === scenario?.id ? 'runAgain' : 'runDemo';
}

function RunButton() {
  const [text, locale] = [useText('header'), useLocale()];
  const page = usePage();
  const status = useClientState((state) => state.status);
  const elsewhere = useClientState((state) => state.executor === 'elsewhere');
  const scenario = useClientState((state) => chosenScenario(page.catalogue, state.options.scenario));
  const words = useRunWords();

  if (isBusy(status)) {
    return (
      <Button
        className="w-[124px] justify-center max-sm:w-auto"
        disabled={status === 'stopping'}
        // The second click of a double one was meant for Run.
        onClick={({ detail }) => detail < 2 && page.client.act((client) => client.stop())}
      >
        <Square aria-hidden size={11} fill="currentColor" /> {text('stop')} <Kbd>Esc</Kbd>
      </Button>
    );
  }
  // On the first screen the primary button is in the conversation; after a person's own words it is to send more.
  const look = words === 'runAgain' ? 'primary' : 'plain';
  return (
    <Button
      look={look}
      className="w-[124px] justify-center max-sm:w-auto"
      disabled={elsewhere || status === 'loading'}
      title={scenario && text('runExplains', { name: scenarioLabels(scenario, locale).title })}
      onClick={() => {
        runScenario(page);
        // Where panes are stacked, it may be out of view.
        revealPane('Conversation');
      }}
    >
      <Play aria-hidden size={12} fill="currentColor" /> {text(words)} <Kbd onAccent={look === 'primary'}>R</Kbd>
    </Button>
  );
}
