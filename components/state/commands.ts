import { approvalCommands } from './commands/approval';
import { type CommandPage, type GroupedCommand, always } from './commands/command';
import { lookAtCommands } from './commands/look-at';
import { pageCommands } from './commands/page';
import { runCommands } from './commands/run';
import type { Locale } from '../messages/locale';
import { textIn } from '../messages/text';
import { MODES } from './catalogue';
import { chooseModel, chooseScenario } from './choose';
import { isBusy } from './status';
import { choicesIn } from './use-choices';

/** What the next thread is, and who speaks in it. */
const chooseCommands = (page: CommandPage, locale: Locale): GroupedCommand[] => [
  ...page.catalogue.scenarios.map(({ id, title }): GroupedCommand => ({
    id: `scenario-${id}`,
    title: `Scenario: ${title}`,
    keys: [],
    enabled: (state) => !isBusy(state.status),
    run: () => chooseScenario(page, id),
  })),
  ...page.catalogue.models.map(({ id, title }): GroupedCommand => ({
    id: `model-${id}`,
    title: `Model: ${title}`,
    keys: [],
    enabled: (state) => !isBusy(state.status),
    run: () => chooseModel(page, id),
  })),
  ...choicesIn(textIn(locale, 'choices'), MODES).map(({ id, title }): GroupedCommand => ({
    id: `mode-${id}`,
    title: `Permissions: ${title}`,
    keys: [],
    enabled: always,
    run: () => page.client.act((client) => client.setMode(id)),
  })),
];

/** One thing a person can do, in the palette, in the list of keys, and by its key. */
export interface PaletteCommand extends GroupedCommand {
  group: 'Run' | 'Approval' | 'Look at' | 'Page' | 'Choose';
}

const GROUPS: readonly [PaletteCommand['group'], (page: CommandPage, locale: Locale) => GroupedCommand[]][] = [
  ['Run', runCommands],
  ['Approval', approvalCommands],
  ['Look at', lookAtCommands],
  ['Page', pageCommands],
  ['Choose', chooseCommands],
];

/** Every command of the page, in the order they are listed. */
export const commandsOf = (page: CommandPage, locale: Locale): PaletteCommand[] =>
  GROUPS.flatMap(([group, commands]) => commands(page, locale).map((command) => Object.assign(command, { group })));
