import { focusPane, type PaneName } from '../focus-pane';
import { changeTab, type DetailPane, type Ui } from '../ui';
import { STORE_PANES } from '../../panes/stores/registry';
import { always, type CommandPage, type GroupedCommand } from './command';
import { nextPane } from './next-pane';

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
  { name: 'Requests', title: 'Requests: what the model was sent, and what came back', key: 'w', detail: 'requests' },
  { name: 'Stores', title: 'Stores: what agents keep', key: 's', detail: 'stores' },
] as const satisfies readonly { name: PaneName; title: string; key: string; detail: DetailPane }[];

/** What leads to a pane. */
export const lookAtCommands = ({ client, ui }: CommandPage): GroupedCommand[] => [
  {
    id: 'your-turn',
    title: 'Write the model’s turn',
    keys: [{ key: 'm' }],
    enabled: (state) => state.turnAsked !== undefined,
    run: () => document.querySelector<HTMLElement>('[data-your-turn]')?.focus(),
  },
  ...PANES.map(({ name, show }, index): GroupedCommand => ({
    id: `pane-${name.toLowerCase()}`,
    title: name,
    keys: [{ key: String(index + 1) }],
    enabled: always,
    run: () => {
      show?.(ui.getState());
      if (name === 'Files' && !ui.getState().sidebar) ui.getState().toggleSidebar();
      focusPane(name);
    },
  })),
  ...TOOL_PANES.map(({ name, title, key, detail }): GroupedCommand => ({
    id: `pane-${detail}`,
    title,
    keys: [{ key }],
    enabled: always,
    run: () => {
      ui.getState().setFollow(false);
      ui.getState().showDetail(detail);
      focusPane(name);
    },
  })),
  ...STORE_PANES.map(({ id, title }): GroupedCommand => ({
    id: `store-${id}`,
    title: `Stores: ${title}`,
    keys: [],
    enabled: always,
    run: () => {
      ui.getState().showStore(id);
      focusPane('Stores');
    },
  })),
  nextPane,
  {
    id: 'compose',
    title: 'Say something',
    keys: [{ key: '/' }],
    enabled: always,
    run: () => focusPane('Message'),
  },
  {
    id: 'changes',
    title: 'All changes of this thread',
    keys: [],
    enabled: (state) => state.changes.length > 0,
    run: () => {
      for (const { path } of client.store.getState().changes) ui.getState().openTab(changeTab(path));
    },
  },
];
