'use client';

import { LOCALES } from '../../messages/locale';
import { useChooseLocale, useLocale, useText } from '../../messages/use-text';
import type { PaletteCommand } from '../commands-of';
import { always } from '../command';
import { focusPane } from '../../state/focus-pane';
import { useUi } from '../../state/page-context';
import { PROJECT_COMMANDS } from '../../state/project-commands';

/** The commands whose words load after the page: those of the Files menu, and the other languages. */
export function useLaterCommands(): readonly PaletteCommand[] {
  const [text, commands, project] = [useText('palette'), useText('commands'), useText('project')];
  const [locale, choose] = [useLocale(), useChooseLocale()];
  const askOfProject = useUi((ui) => ui.askOfProject);
  const named = new Intl.DisplayNames(locale, { type: 'language' });
  return [
    ...PROJECT_COMMANDS.map((id): PaletteCommand => ({
      id: `project-${id}`,
      group: text('groupFiles'),
      title: project(id),
      keys: [],
      enabled: ({ sandbox }) => sandbox.phase === 'ready',
      run() {
        askOfProject(id);
        focusPane('Files');
      },
    })),
    ...LOCALES.filter(({ id }) => id !== locale).map(({ id, title }): PaletteCommand => ({
      id: `language-${id}`,
      group: commands('groupPage'),
      title: text('language', { title, name: named.of(id) ?? id }),
      keys: [],
      enabled: always,
      run: () => void choose(id),
    })),
  ];
}
