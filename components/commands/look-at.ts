import { focusPane, type PaneName } from '../state/focus-pane';
import { changeTab, type Ui } from '../state/ui';
import type { Locale } from '../messages/locale';
import { textIn, type Text } from '../messages/text';
import { DETAIL_PANES, type DetailPaneDefinition } from '../panes/registry';
import { STORE_PANES } from '../panes/stores/registry';
import { always, type CommandPage, type GroupedCommand } from './command';
import { nextPane } from './next-pane';

interface PaneCommand {
  readonly name: PaneName;
  readonly key: string;
  readonly command?: DetailPaneDefinition['command'];
  /** Makes it visible, if it may be hidden. */
  readonly show?: (ui: Ui) => void;
}

const ELSEWHERE: readonly PaneCommand[] = [
  { name: 'Files', key: '1', show: (ui) => ui.sidebar || ui.toggleSidebar() },
  { name: 'Editor', key: '2' },
  { name: 'Conversation', key: '3' },
  { name: 'Timeline', key: '7' },
];

/** Every pane that has a key, by key. */
const PANES: readonly PaneCommand[] = [
  ...ELSEWHERE,
  ...DETAIL_PANES.map(({ id, name, key, command }) => ({
    name,
    key,
    command,
    show: (ui: Ui) => ui.showDetail(id),
  })),
].toSorted((one, other) => one.key.localeCompare(other.key));

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
  ...PANES.map(({ name, key, command, show }): GroupedCommand => ({
    id: `pane-${name.toLowerCase()}`,
    title: command ? text(command) : textIn(locale, 'panes')(name),
    keys: [{ key }],
    enabled: always,
    run: () => {
      show?.(ui.getState());
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
