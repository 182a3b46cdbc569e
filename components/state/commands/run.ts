import { runScenario } from '../run-scenario';
import { isBusy, mayReset } from '../status';
import { always, type CommandPage, type GroupedCommand } from './command';

/** What sets the agent to work, and what stops it. */
export const runCommands = (page: CommandPage): GroupedCommand[] => [
  {
    id: 'run',
    title: 'Run the scenario',
    keys: [{ key: 'r' }],
    enabled: (state) => !isBusy(state.status) && state.executor === 'mine',
    run: () => runScenario(page),
  },
  {
    id: 'stop',
    title: 'Stop',
    keys: [{ key: 'Escape' }, { key: '.', command: true }],
    enabled: (state) => isBusy(state.status),
    run: () => page.client.act((client) => client.stop()),
  },
  {
    id: 'retry',
    title: 'Retry after an error',
    keys: [],
    enabled: (state) => state.status === 'error',
    run: () => page.client.act((client) => client.retry()),
  },
  {
    id: 'new-thread',
    title: 'New thread',
    keys: [{ key: 'n' }],
    enabled: (state) => state.threadId !== null && !isBusy(state.status),
    run: () => {
      page.ui.getState().reset();
      page.client.act((client) => client.newThread());
    },
  },
  {
    id: 'threads',
    title: 'Threads of this browser…',
    keys: [{ key: 't' }],
    enabled: always,
    run: () => page.ui.getState().openDialog('threads'),
  },
  {
    id: 'reset-files',
    title: 'Reset the files…',
    keys: [],
    enabled: mayReset,
    run: () => page.ui.getState().openDialog('reset'),
  },
  {
    id: 'take-over',
    title: 'Take this thread over from the other tab',
    keys: [],
    enabled: (state) => state.executor === 'elsewhere',
    run: () => page.client.act((client) => client.takeOver()),
  },
  {
    id: 'cassettes',
    title: 'Replay or save a cassette…',
    keys: [],
    enabled: always,
    run: () => page.ui.getState().openDialog('cassette'),
  },
  {
    id: 'be-the-model',
    title: 'Be the model from the next turn on',
    keys: [],
    enabled: (state) => state.options.model !== 'human' && state.executor === 'mine',
    run: () => page.client.act((client) => client.setOptions({ model: 'human' })),
  },
];
