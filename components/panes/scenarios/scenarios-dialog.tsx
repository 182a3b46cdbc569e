'use client';

import { Command } from 'cmdk';
import { Check } from 'lucide-react';
import { useState, type KeyboardEvent } from 'react';
import { Dialog } from '../../elements/dialog';
import { groupBy } from '@/lib/protocol/group-by';
import { Kbd } from '../../elements/kbd';
import { matchesSearch } from '../../elements/matches-search';
import { useLocale, useText } from '../../messages/use-text';
import { scenarioLabels, type ScenarioChoice } from '../../state/catalogue';
import { chooseScenario } from '../../state/choose';
import { useClientState, usePage, useUi } from '../../state/page-context';
import { chordLabel } from '../../state/keys';
import { chosenScenario, runScenario } from '../../state/run-scenario';
import { useMac } from '../../state/use-mac';
import { useUnplayable } from '../../state/use-unplayable';
import { useSearch } from '../../state/early-search';
import { inRow } from '../../messages/locale';

const GROUP =
  '[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2.5 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-semibold [&_[cmdk-group-heading]]:text-dim';

/** All scenarios: what each teaches, what it needs and how long it takes; searchable by any word in any language. */
export default function ScenariosDialog() {
  const page = usePage();
  const text = useText('scenarios');
  const mac = useMac();
  const { scenarios } = page.catalogue;
  const openDialog = useUi((ui) => ui.openDialog);
  const preset = useClientState((state) => state.options.preset ?? '');
  const chosen = useClientState((state) => chosenScenario(page.catalogue, state.options.scenario)?.id);

  const [search, setSearch] = useSearch();
  const [pointed, setPointed] = useState(chosen ?? '');
  const choose = (id: string): void => {
    openDialog(null);
    if (id !== chosen) chooseScenario(page, id);
  };

  const run = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
    event.preventDefault();
    if (!scenarios.some(({ id }) => id === pointed)) return;
    openDialog(null);
    runScenario(page, pointed);
  };

  return (
    <Dialog
      title={text('title')}
      className="top-[8vh] max-h-[84vh] w-[min(680px,calc(100vw-24px))]"
      onClose={() => openDialog(null)}
    >
      <Command
        label={text('title')}
        value={pointed}
        onValueChange={setPointed}
        onKeyDown={run}
        filter={isFound}
        className="flex min-h-0 flex-col"
        loop
      >
        <Command.Input
          autoFocus
          value={search}
          onValueChange={setSearch}
          placeholder={text('placeholder')}
          className="h-10 shrink-0 border-b border-line bg-transparent px-4 text-md outline-none placeholder:text-faint focus-visible:border-accent"
        />
        <Command.List className="min-h-0 overflow-y-auto p-1.5">
          <Command.Empty className="px-3 py-4 text-dim">{text('none')}</Command.Empty>
          {[...groupBy(scenarios, ({ group = 'groupWork' }) => group)].map(([group, own]) => (
            <Command.Group key={group} heading={text(group)} className={GROUP}>
              {own.map((scenario) => (
                <ScenarioItem
                  key={scenario.id}
                  scenario={scenario}
                  chosen={scenario.id === chosen}
                  preset={preset}
                  onChoose={choose}
                />
              ))}
            </Command.Group>
          ))}
        </Command.List>
        <p aria-hidden className="flex shrink-0 gap-4 border-t border-line px-4 py-2 text-xs text-dim max-sm:hidden">
          <span>
            <Kbd>Enter</Kbd> {text('keyChoose')}
          </span>
          <span>
            <Kbd>{chordLabel({ key: 'Enter', command: true }, mac)}</Kbd> {text('keyRun')}
          </span>
        </p>
      </Command>
    </Dialog>
  );
}

/** Matches by the scenario's texts; all matches score the same, so they keep their order. */
const isFound = (_id: string, search: string, words: readonly string[] = []): number =>
  matchesSearch(words.join(' '), search) ? 1 : 0;

/** The searched texts: a scenario's words in every language, its id, and its tools. */
function searched(scenario: ScenarioChoice): string[] {
  const { id, translated = {}, tools = [] } = scenario;
  const said = [scenario, ...Object.values(translated)];
  return [
    id.replaceAll('-', ' '),
    ...said.flatMap(({ title, summary, prompt }) => [title, summary, prompt]),
    ...tools.flatMap((name) => [name, name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')]),
  ];
}

function ScenarioItem(props: {
  scenario: ScenarioChoice;
  chosen: boolean;
  /** The selected preset. */
  preset: string;
  onChoose: (id: string) => void;
}) {
  const { scenario, chosen, preset, onChoose } = props;
  const text = useText('scenarios');
  const { id, group = 'groupWork', tools = [], length } = scenario;
  const { title, summary } = scenarioLabels(scenario, useLocale());
  const refused = useUnplayable(scenario, preset);
  return (
    <Command.Item
      value={id}
      keywords={[text(group), ...searched(scenario)]}
      onSelect={onChoose}
      className="grid gap-0.5 rounded-md px-2.5 py-1.5 data-[selected=true]:bg-hover"
    >
      <span className="flex items-baseline gap-2">
        <span className="font-semibold">{title}</span>
        {chosen && (
          <span className="flex items-center gap-1 self-center text-xs text-accent">
            <Check aria-hidden size={13} /> {text('chosen')}
          </span>
        )}
        <span className="ml-auto shrink-0 text-xs text-faint">{length && text(length)}</span>
      </span>
      <span className="text-dim">{summary}</span>
      <span className="text-xs text-faint">
        {tools.length > 0 ? text('needs', { tools: inRow(tools) }) : text('needsNone')}
        {refused && <span className="text-wait"> · {refused}</span>}
      </span>
    </Command.Item>
  );
}
