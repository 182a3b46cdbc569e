import { approvalCommands } from './approval';
import { type CommandPage, type GroupedCommand, always } from './command';
import { lookAtCommands } from './look-at';
import { pageCommands } from './page';
import { runCommands } from './run';
import type { Locale } from '../messages/locale';
import { textIn, type Text } from '../messages/text';
import { MODES, modelChoices, scenarioLabels } from '../state/catalogue';
import { chooseModel, chooseScenario } from '../state/choose';
import { isBusy } from '../state/status';
import { choicesIn } from '../state/use-choices';

/** Commands that choose the next thread's scenario and model. */
const chooseCommands = (page: CommandPage, text: Text<'commands'>, locale: Locale): GroupedCommand[] => [
  ...page.catalogue.scenarios.map((scenario): GroupedCommand => ({
    id: `scenario-${scenario.id}`,
    title: text('scenario', { name: scenarioLabels(scenario, locale).title }),
    keys: [],
    enabled: (state) => !isBusy(state.status),
    run: () => chooseScenario(page, scenario.id),
  })),
  ...modelChoices(textIn(locale, 'choices'), page.catalogue.models).map(({ id, title }): GroupedCommand => ({
    id: `model-${id}`,
    title: text('chooseModel', { name: title }),
    keys: [],
    enabled: (state) => !isBusy(state.status),
    run: () => chooseModel(page, id),
  })),
  ...choicesIn(textIn(locale, 'choices'), MODES).map(({ id, title }): GroupedCommand => ({
    id: `mode-${id}`,
    title: text('permissions', { name: title }),
    keys: [],
    enabled: always,
    run: () => page.client.act((client) => client.setMode(id)),
  })),
];

/** One thing a person can do, for the palette, the list of keys, and its key. */
export interface PaletteCommand extends GroupedCommand {
  group: string;
}

const GROUPS = [
  ['groupRun', runCommands],
  ['groupApproval', approvalCommands],
  ['groupLookAt', lookAtCommands],
  ['groupPage', pageCommands],
  ['groupChoose', chooseCommands],
] as const;

/** Every command of the page, in display order. */
export function commandsOf(page: CommandPage, locale: Locale): PaletteCommand[] {
  const text = textIn(locale, 'commands');
  return GROUPS.flatMap(([group, commands]) =>
    commands(page, text, locale).map((command) => Object.assign(command, { group: text(group) })),
  );
}
