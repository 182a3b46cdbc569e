import type { Text } from '../messages/text';
import { setTheme, THEMES } from '../state/theme';
import { always, type CommandPage, type GroupedCommand } from './command';

/** Commands about the page itself. */
export const pageCommands = ({ ui }: CommandPage, text: Text<'commands'>): GroupedCommand[] => [
  {
    id: 'palette',
    title: text('palette'),
    keys: [{ key: 'k', command: true }],
    anywhere: true,
    first: true,
    enabled: always,
    run: () => ui.getState().openDialog('palette'),
  },
  {
    id: 'copy-link',
    title: text('copyLink'),
    keys: [],
    enabled: (state) => state.threadId !== null,
    run: () => void navigator.clipboard.writeText(location.href).catch(() => {}),
  },
  ...PAGES.map(([path, title]): GroupedCommand => ({
    id: `page-${path}`,
    title: text(title),
    keys: [],
    enabled: always,
    run: () => location.assign(`/${path}`),
  })),
  {
    id: 'follow',
    title: text('follow'),
    keys: [{ key: 'f' }],
    enabled: always,
    run: () => ui.getState().setFollow(!ui.getState().follow),
  },
  {
    id: 'sidebar',
    title: text('sidebar'),
    keys: [{ key: 'b', command: true }],
    anywhere: true,
    enabled: always,
    run: () => ui.getState().toggleSidebar(),
  },
  {
    id: 'settings',
    title: text('settings'),
    keys: [{ key: ',', command: true }],
    anywhere: true,
    enabled: always,
    run: () => ui.getState().openDialog('settings'),
  },
  {
    id: 'keys',
    title: text('keys'),
    keys: [{ key: '?' }],
    enabled: always,
    run: () => ui.getState().openDialog('keys'),
  },
  ...THEMES.map((theme): GroupedCommand => ({
    id: `theme-${theme}`,
    title: text(THEME_TITLES[theme]),
    keys: [],
    enabled: always,
    run: () => setTheme(theme),
  })),
];

const PAGES = [
  ['tools', 'pageTools'],
  ['workshop', 'pageWorkshop'],
  ['presets', 'pagePresets'],
  ['compare', 'pageCompare'],
] as const;
const THEME_TITLES = { system: 'themeSystem', dark: 'themeDark', light: 'themeLight' } as const;
