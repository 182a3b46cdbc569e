import { beginThread } from '../state/choose';
import type { Text } from '../messages/text';
import { runScenario } from '../state/run-scenario';
import { isBusy, mayReset } from '../state/status';
import { always, type CommandPage, type GroupedCommand } from './command';

/** Commands that start and stop the agent. */
export const runCommands = (page: CommandPage, text: Text<'commands'>): GroupedCommand[] => [
  {
    id: 'run',
    title: text('run'),
    keys: [{ key: 'r' }],
    enabled: (state) => !isBusy(state.status) && state.executor === 'mine',
    run: () => runScenario(page),
  },
  {
    id: 'choose-scenario',
    title: text('chooseScenario'),
    keys: [{ key: 'o' }],
    enabled: (state) => !isBusy(state.status),
    run: () => page.ui.getState().openDialog('scenarios'),
  },
  {
    id: 'stop',
    title: text('stop'),
    keys: [{ key: 'Escape' }, { key: '.', command: true }],
    enabled: (state) => isBusy(state.status),
    run: () => page.client.act((client) => client.stop()),
  },
  {
    id: 'retry',
    title: text('retry'),
    keys: [],
    enabled: (state) => state.status === 'error',
    run: () => page.client.act((client) => client.retry()),
  },
  {
    id: 'new-thread',
    title: text('newThread'),
    keys: [{ key: 'n' }],
    enabled: (state) => state.threadId !== null && !isBusy(state.status),
    run: () => beginThread(page),
  },
  {
    id: 'threads',
    title: text('threads'),
    keys: [{ key: 't' }],
    enabled: always,
    run: () => page.ui.getState().openDialog('threads'),
  },
  {
    id: 'reset-files',
    title: text('resetFiles'),
    keys: [],
    enabled: mayReset,
    run: () => page.ui.getState().openDialog('reset'),
  },
  {
    id: 'take-over',
    title: text('takeOver'),
    keys: [],
    enabled: (state) => state.executor === 'elsewhere',
    run: () => page.client.act((client) => client.takeOver()),
  },
  {
    id: 'cassettes',
    title: text('cassettes'),
    keys: [],
    enabled: always,
    run: () => page.ui.getState().openDialog('cassette'),
  },
  {
    id: 'be-the-model',
    title: text('beTheModel'),
    keys: [],
    enabled: (state) => state.options.model !== 'human' && state.executor === 'mine',
    run: () => page.client.act((client) => client.setOptions({ model: 'human' })),
  },
];
