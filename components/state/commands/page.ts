import { always, type CommandPage, type GroupedCommand } from './command';

/** What is about the page itself. */
export const pageCommands = ({ ui }: CommandPage): GroupedCommand[] => [
  {
    id: 'palette',
    title: 'All commands',
    keys: [{ key: 'k', command: true }],
    anywhere: true,
    first: true,
    enabled: always,
    run: () => ui.getState().openDialog('palette'),
  },
  {
    id: 'copy-link',
    title: 'Copy a link to this thread, for this browser only',
    keys: [],
    enabled: (state) => state.threadId !== null,
    run: () => void navigator.clipboard.writeText(location.href).catch(() => {}),
  },
  {
    id: 'page-presets',
    title: 'Presets: two systems’ tools side by side',
    keys: [],
    enabled: always,
    run: () => location.assign('/presets'),
  },
  {
    id: 'follow',
    title: 'Follow the agent, or stop following it',
    keys: [{ key: 'f' }],
    enabled: always,
    run: () => ui.getState().setFollow(!ui.getState().follow),
  },
  {
    id: 'sidebar',
    title: 'Show or hide the files',
    keys: [{ key: 'b', command: true }],
    anywhere: true,
    enabled: always,
    run: () => ui.getState().toggleSidebar(),
  },
  {
    id: 'settings',
    title: 'Settings',
    keys: [{ key: ',', command: true }],
    anywhere: true,
    enabled: always,
    run: () => ui.getState().openDialog('settings'),
  },
  {
    id: 'keys',
    title: 'Keys',
    keys: [{ key: '?' }],
    enabled: always,
    run: () => ui.getState().openDialog('keys'),
  },
  ...(['system', 'dark', 'light'] as const).map((theme): GroupedCommand => ({
    id: `theme-${theme}`,
    title: `Theme: ${theme}`,
    keys: [],
    enabled: always,
    run: () => ui.getState().setTheme(theme),
  })),
];
