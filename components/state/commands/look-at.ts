import { focusPane, type PaneName } from '../focus-pane';
import { changeTab, type DetailPane, type Ui } from '../ui';
import type { Messages } from '../../messages/catalogues';
import type { Locale } from '../../messages/locale';
import { textIn, type Text } from '../../messages/text';
import { STORE_PANES } from '../../panes/stores/registry';
import { always, type CommandPage, type GroupedCommand } from './command';
import { nextPane } from './next-pane';

const PANES: readonly { name: PaneName; show?: (ui: Ui) => void }[] = [
  { name: 'Files' },
  { name: 'Editor' },
  { name: 'Conversation' },
  { name: 'Call', show: (ui) => ui.showDetail('call') },
  { name: 'Terminal', show: (ui) => ui.showDetail('terminal') },
  { name: 'Events', show: (ui) => ui.showDetail('events') },
  { name: 'Timeline' },
];

/** Panes about the tools themselves; they have letters, as the digits are taken. */
const TOOL_PANES = [
  { name: 'Contract', title: 'contract', key: 'c', detail: 'contract' },
  { name: 'Policy', title: 'policy', key: 'p', detail: 'policy' },
  { name: 'Hooks', title: 'hooks', key: 'h', detail: 'hooks' },
  { name: 'Requests', title: 'requests', key: 'w', detail: 'requests' },
  { name: 'Stores', title: 'stores', key: 's', detail: 'stores' },
] as const satisfies readonly { name: PaneName; title: keyof Messages['commands']; key: string; detail: DetailPane }[];

/** Commands that lead to a pane. */
export const lookAtCommands = (
  { client, ui }: CommandPage,
  text: Text<'commands'>,
  locale: Locale,
): GroupedCommand[] => [
  {
    id: 'your-turn',
    title: text('yourTurn'),
    keys: [{ key: 'm' }],
    enabled: (state) => state.turnAsked !== undefined,
    run: () => document.querySelector<HTMLElement>('[data-your-turn]')?.focus(),
  },
  ...PANES.map(({ name, show }, index): GroupedCommand => ({
    id: `pane-${name.toLowerCase()}`,
    title: textIn(locale, 'panes')(name),
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
    title: text(title),
    keys: [{ key }],
    enabled: always,
    run: () => {
      ui.getState().showDetail(detail);
      focusPane(name);
    },
  })),
  ...STORE_PANES.map(({ id }): GroupedCommand => ({
    id: `store-${id}`,
    title: text('store', { name: textIn(locale, 'stores')(id) }),
    keys: [],
    enabled: always,
    run: () => {
      ui.getState().showStore(id);
      focusPane('Stores');
    },
  })),
  nextPane(text),
  {
    id: 'compose',
    title: text('compose'),
    keys: [{ key: '/' }],
    enabled: always,
    run: () => focusPane('Message'),
  },
  {
    id: 'changes',
    title: text('changes'),
    keys: [],
    enabled: (state) => state.changes.length > 0,
    run: () => {
      for (const { path } of client.store.getState().changes) ui.getState().openTab(changeTab(path));
    },
  },
];
