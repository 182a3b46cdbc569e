'use client';

import { Command } from 'cmdk';
import { Check } from 'lucide-react';
import { Dialog } from '../../elements/dialog';
import { groupBy } from '../../elements/group-by';
import type { ScenarioChoice } from '../../state/catalogue';
import { chooseScenario } from '../../state/choose';
import { useClientState, usePage, useUi } from '../../state/page-context';
import { chosenScenario } from '../../state/run-scenario';

const GROUP =
  '[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2.5 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-semibold [&_[cmdk-group-heading]]:text-dim';

/** Every scenario: what it teaches, what it needs and how long it takes; found by any of its words. */
export default function ScenariosDialog() {
  const page = usePage();
  const { scenarios } = page.catalogue;
  const openDialog = useUi((ui) => ui.openDialog);
  const preset = useClientState((state) => state.options.preset ?? '');
  const chosen = useClientState((state) => chosenScenario(page.catalogue, state.options.scenario)?.id);

  const choose = (id: string): void => {
    openDialog(null);
    if (id !== chosen) chooseScenario(page, id);
  };

  return (
    <Dialog
      title="Scenarios"
      className="top-[8vh] max-h-[84vh] w-[min(680px,calc(100vw-24px))]"
      onClose={() => openDialog(null)}
    >
      <Command label="Scenarios" defaultValue={chosen ?? ''} filter={hasWords} className="flex min-h-0 flex-col" loop>
        <Command.Input
          autoFocus
          placeholder="Find a scenario: hooks, git, a question, Bash…"
          className="h-10 shrink-0 border-b border-line bg-transparent px-4 text-md outline-none placeholder:text-faint"
        />
        <Command.List className="min-h-0 overflow-y-auto p-1.5">
          <Command.Empty className="px-3 py-4 text-dim">No scenario is about that.</Command.Empty>
          {[...groupBy(scenarios, ({ group }) => group)].map(([group, own]) => (
            <Command.Group key={group} heading={group} className={GROUP}>
              {own.map((scenario) => (
                <ScenarioItem
                  key={scenario.id}
                  scenario={scenario}
                  chosen={scenario.id === chosen}
                  refused={scenario.unplayable?.[preset]?.reason}
                  onChoose={choose}
                />
              ))}
            </Command.Group>
          ))}
        </Command.List>
      </Command>
    </Dialog>
  );
}

/** Whether each word stands somewhere in what is said of a scenario; its order stays. */
const hasWords = (_id: string, search: string, words: readonly string[] = []): number => {
  const text = words.join(' ').toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
    ? 1
    : 0;
};

function ScenarioItem(props: {
  scenario: ScenarioChoice;
  chosen: boolean;
  /** Why it cannot be played with the chosen design of tools. */
  refused: string | undefined;
  onChoose: (id: string) => void;
}) {
  const { scenario, chosen, refused, onChoose } = props;
  const { id, title, summary, group = '', tools = [], length } = scenario;
  return (
    <Command.Item
      value={id}
      keywords={[title, summary, group, ...tools]}
      onSelect={onChoose}
      className="grid gap-0.5 rounded-md px-2.5 py-1.5 data-[selected=true]:bg-hover"
    >
      <span className="flex items-baseline gap-2">
        <span className="font-semibold">{title}</span>
        {chosen && (
          <span className="flex items-center gap-1 self-center text-xs text-accent">
            <Check aria-hidden size={13} /> chosen
          </span>
        )}
        <span className="ml-auto shrink-0 text-xs text-faint">{length}</span>
      </span>
      <span className="text-dim">{summary}</span>
      <span className="text-xs text-faint">
        {tools.length > 0 ? `Needs ${tools.join(', ')}` : 'Needs no tools'}
        {refused && <span className="text-wait"> · {refused}</span>}
      </span>
    </Command.Item>
  );
}
