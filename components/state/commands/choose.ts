import { MODES } from '../catalogue';
import { chooseModel, chooseScenario } from '../choose';
import { isBusy } from '../status';
import { always, type CommandPage, type GroupedCommand } from './command';

/** What the next thread is, and who speaks in it. */
export const chooseCommands = (page: CommandPage): GroupedCommand[] => [
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
  ...MODES.map(({ id, title }): GroupedCommand => ({
    id: `mode-${id}`,
    title: `Permissions: ${title}`,
    keys: [],
    enabled: always,
    run: () => page.client.act((client) => client.setMode(id)),
  })),
];
