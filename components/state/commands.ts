import type { HostState } from '@/lib/host/state';
import type { KeyChord } from './keys';
import type { HostHandle } from './host-handle';
import { changeTab, type DetailPane, type Ui } from './ui';
import { MODES, type Catalogue } from './catalogue';
import { chooseModel, chooseScenario } from './choose';
import { focusNextPane, focusPane, type PaneName } from './focus-pane';
import { isBusy, mayReset } from './status';
import { runScenario } from './run-scenario';
import type { StoreApi } from 'zustand/vanilla';
import { STORE_PANES } from '../panes/stores/registry';

/** One thing a person can do, in the palette, in the list of keys, and by its key. */
export interface Command {
  id: string;
  title: string;
  group: 'Run' | 'Approval' | 'Look at' | 'Page' | 'Choose';
  /** The first one is shown. */
  keys: readonly KeyChord[];
  /** Works in text fields too. */
  anywhere?: boolean;
  /** Comes before what the editor or the terminal does with the key. */
  first?: boolean;
  enabled(state: HostState): boolean;
  run(): void;
}

const PANES: readonly { name: PaneName; show?: (ui: Ui) => void }[] = [
  { name: 'Files' },
  { name: 'Editor' },
  { name: 'Conversation' },
  { name: 'Issues', show: (ui) => ui.showDetail('issues') },
  { name: 'Result', show: (ui) => ui.showDetail('result') },
  { name: 'Terminal', show: (ui) => ui.showDetail('terminal') },
  { name: 'Events', show: (ui) => ui.showDetail('events') },
  { name: 'Timeline' },
];

/** Panes about the tools themselves, by letters: the digits are taken. */
const TOOL_PANES = [
  { name: 'Contract', title: 'Contract: what the model gets of each tool', key: 'c', detail: 'contract' },
  { name: 'Policy', title: 'Policy: what may run', key: 'p', detail: 'policy' },
  { name: 'Hooks', title: 'Hooks, rate limits and the order of the pipeline', key: 'h', detail: 'hooks' },
  { name: 'Stores', title: 'Stores: what agents keep', key: 's', detail: 'stores' },
] as const satisfies readonly { name: PaneName; title: string; key: string; detail: DetailPane }[];

const always = (): boolean => true;
const mine = (state: HostState): boolean => state.hands === 'mine';
const planWaits = (state: HostState): boolean => state.plans.length > 0 && mine(state);
const waits = (state: HostState): boolean => (state.approvals.length > 0 && mine(state)) || planWaits(state);

/** Every command of the page, in the order they are listed. */
export function commandsOf(page: { hands: HostHandle; ui: StoreApi<Ui>; catalogue: Catalogue }): Command[] {
  const { hands, ui } = page;
  return [
    {
      id: 'run',
      title: 'Run the scenario',
      group: 'Run',
      keys: [{ key: 'r' }],
      enabled: (state) => !isBusy(state.status) && state.hands === 'mine',
      run: () => runScenario(page),
    },
    {
      id: 'stop',
      title: 'Stop',
      group: 'Run',
      keys: [{ key: 'Escape' }, { key: '.', command: true }],
      enabled: (state) => isBusy(state.status),
      run: () => hands.act((host) => host.stop()),
    },
    {
      id: 'retry',
      title: 'Retry after an error',
      group: 'Run',
      keys: [],
      enabled: (state) => state.status === 'error',
      run: () => hands.act((host) => host.retry()),
    },
    {
      id: 'new-thread',
      title: 'New thread',
      group: 'Run',
      keys: [{ key: 'n' }],
      enabled: (state) => state.threadId !== null && !isBusy(state.status),
      run: () => {
        ui.getState().reset();
        hands.act((host) => host.newThread());
      },
    },
    {
      id: 'threads',
      title: 'Threads of this browser…',
      group: 'Run',
      keys: [{ key: 't' }],
      enabled: always,
      run: () => ui.getState().openDialog('threads'),
    },
    {
      id: 'reset-files',
      title: 'Reset the files…',
      group: 'Run',
      keys: [],
      enabled: mayReset,
      run: () => ui.getState().openDialog('reset'),
    },
    {
      id: 'take-over',
      title: 'Take this thread over from the other tab',
      group: 'Run',
      keys: [],
      enabled: (state) => state.hands === 'elsewhere',
      run: () => hands.act((host) => host.takeOver()),
    },
    {
      id: 'allow',
      title: 'Allow the call that waits, or approve the plan',
      group: 'Approval',
      keys: [{ key: 'a' }],
      enabled: waits,
      run: () => {
        const { approvals, questions, plans } = hands.store.getState();
        const [request] = approvals;
        const [plan] = questions.length > 0 ? [] : plans;
        if (request) {
          const { callId, argsHash } = request;
          hands.act((host) => host.decide(callId, { behavior: 'allow', argsHash }));
        } else if (plan) {
          hands.act((host) => host.answerPlan(plan.callId, { answer: 'approved' }));
        }
      },
    },
    {
      id: 'deny',
      title: 'Deny it, with a reason',
      group: 'Approval',
      keys: [{ key: 'd' }],
      enabled: waits,
      run: () => document.querySelector<HTMLElement>('[data-deny]')?.click(),
    },
    {
      id: 'change-plan',
      title: 'Ask for changes of the plan',
      group: 'Approval',
      keys: [{ key: 'e' }],
      enabled: planWaits,
      run: () => document.querySelector<HTMLElement>('[data-plan-change]')?.click(),
    },
    {
      id: 'answer',
      title: 'Answer what the agent asks',
      group: 'Approval',
      keys: [{ key: 'q' }],
      enabled: (state) => state.questions.length > 0 && mine(state),
      run: () => document.querySelector<HTMLElement>('[data-question]')?.focus(),
    },
    {
      id: 'cassettes',
      title: 'Replay or save a cassette…',
      group: 'Run',
      keys: [],
      enabled: always,
      run: () => ui.getState().openDialog('cassette'),
    },
    {
      id: 'be-the-model',
      title: 'Be the model from the next turn on',
      group: 'Run',
      keys: [],
      enabled: (state) => state.options.model !== 'human' && state.hands === 'mine',
      run: () => hands.act((host) => host.setOptions({ model: 'human' })),
    },
    {
      id: 'your-turn',
      title: 'Write the model’s turn',
      group: 'Look at',
      keys: [{ key: 'm' }],
      enabled: (state) => state.turnAsked !== undefined,
      run: () => document.querySelector<HTMLElement>('[data-your-turn]')?.focus(),
    },
    ...PANES.map(({ name, show }, index): Command => ({
      id: `pane-${name.toLowerCase()}`,
      title: name,
      group: 'Look at',
      keys: [{ key: String(index + 1) }],
      enabled: always,
      run: () => {
        show?.(ui.getState());
        if (name === 'Files' && !ui.getState().sidebar) ui.getState().toggleSidebar();
        focusPane(name);
      },
    })),
    ...TOOL_PANES.map(({ name, title, key, detail }): Command => ({
      id: `pane-${detail}`,
      title,
      group: 'Look at',
      keys: [{ key }],
      enabled: always,
      run: () => {
        ui.getState().setFollow(false);
        ui.getState().showDetail(detail);
        focusPane(name);
      },
    })),
    ...STORE_PANES.map(({ id, title }): Command => ({
      id: `store-${id}`,
      title: `Stores: ${title}`,
      group: 'Look at',
      keys: [],
      enabled: always,
      run: () => {
        ui.getState().showStore(id);
        focusPane('Stores');
      },
    })),
    {
      id: 'next-pane',
      title: 'Next pane, also out of the editor and the terminal',
      group: 'Look at',
      keys: [{ key: 'F6' }],
      anywhere: true,
      first: true,
      enabled: always,
      run: focusNextPane,
    },
    {
      id: 'compose',
      title: 'Say something',
      group: 'Look at',
      keys: [{ key: '/' }],
      enabled: always,
      run: () => focusPane('Message'),
    },
    {
      id: 'palette',
      title: 'All commands',
      group: 'Page',
      keys: [{ key: 'k', command: true }],
      anywhere: true,
      first: true,
      enabled: always,
      run: () => ui.getState().openDialog('palette'),
    },
    {
      id: 'changes',
      title: 'All changes of this thread',
      group: 'Look at',
      keys: [],
      enabled: (state) => state.changes.length > 0,
      run: () => {
        for (const { path } of hands.store.getState().changes) ui.getState().openTab(changeTab(path));
      },
    },
    {
      id: 'copy-link',
      title: 'Copy a link to this thread',
      group: 'Page',
      keys: [],
      enabled: (state) => state.threadId !== null,
      run: () => void navigator.clipboard.writeText(location.href).catch(() => {}),
    },
    {
      id: 'follow',
      title: 'Follow the agent, or stop following it',
      group: 'Page',
      keys: [{ key: 'f' }],
      enabled: always,
      run: () => ui.getState().setFollow(!ui.getState().follow),
    },
    {
      id: 'sidebar',
      title: 'Show or hide the files',
      group: 'Page',
      keys: [{ key: 'b', command: true }],
      anywhere: true,
      enabled: always,
      run: () => ui.getState().toggleSidebar(),
    },
    {
      id: 'settings',
      title: 'Settings',
      group: 'Page',
      keys: [{ key: ',', command: true }],
      anywhere: true,
      enabled: always,
      run: () => ui.getState().openDialog('settings'),
    },
    {
      id: 'keys',
      title: 'Keys',
      group: 'Page',
      keys: [{ key: '?' }],
      enabled: always,
      run: () => ui.getState().openDialog('keys'),
    },
    ...(['system', 'dark', 'light'] as const).map((theme): Command => ({
      id: `theme-${theme}`,
      title: `Theme: ${theme}`,
      group: 'Page',
      keys: [],
      enabled: always,
      run: () => ui.getState().setTheme(theme),
    })),
    ...page.catalogue.scenarios.map(({ id, title }): Command => ({
      id: `scenario-${id}`,
      title: `Scenario: ${title}`,
      group: 'Choose',
      keys: [],
      enabled: (state) => !isBusy(state.status),
      run: () => chooseScenario(page, id),
    })),
    ...page.catalogue.models.map(({ id, title }): Command => ({
      id: `model-${id}`,
      title: `Model: ${title}`,
      group: 'Choose',
      keys: [],
      enabled: (state) => !isBusy(state.status),
      run: () => chooseModel(page, id),
    })),
    ...MODES.map(({ id, title }): Command => ({
      id: `mode-${id}`,
      title: `Permissions: ${title}`,
      group: 'Choose',
      keys: [],
      enabled: always,
      run: () => hands.act((host) => host.setMode(id)),
    })),
  ];
}
