'use client';

import { useLayoutEffect, useMemo } from 'react';
import { useLocale } from '../messages/use-text';
import { commandsOf, type PaletteCommand } from './commands-of';
import type { GroupedCommand } from './command';
import { isTerminal, isTextField, matchesChord } from '../state/keys';
import { usePage } from '../state/page-context';

/** The page's commands. */
export function useCommands(): readonly PaletteCommand[] {
  const page = usePage();
  const locale = useLocale();
  return useMemo(() => commandsOf(page, locale), [page, locale]);
}

/** Listens for the keys of the playground's commands. */
export const useShortcuts = (): void => useKeysOf(useCommands());

/** Listens for the keys of commands. Does nothing while a dialog is open. */
export function useKeysOf(commands: readonly GroupedCommand[]): void {
  const { client, ui } = usePage();
  // Before the first paint: the keys must work as soon as the page is visible.
  useLayoutEffect(() => {
    const give = (event: KeyboardEvent, capturing: boolean): void => {
      if (event.defaultPrevented || event.isComposing || ui.getState().dialog) return;
      // In a terminal, Ctrl is for the shell: Ctrl K cuts off the rest of the line.
      if (capturing && event.ctrlKey && isTerminal(event.target)) return;
      const typing = isTextField(event.target);
      const command = commands.find(
        (candidate) =>
          (candidate.first === true || !capturing) &&
          candidate.enabled(client.store.getState()) &&
          candidate.keys.some(
            (chord) => matchesChord(chord, event) && (!typing || candidate.anywhere === true || chord.key === '.'),
          ),
      );
      if (!command) return;
      event.preventDefault();
      // Monaco and the terminal would also handle keys that are already taken.
      if (capturing) event.stopPropagation();
      // A key that is held must not answer the question that comes next.
      if (!event.repeat) command.run();
    };
    const early = (event: KeyboardEvent): void => give(event, true);
    const late = (event: KeyboardEvent): void => give(event, false);
    addEventListener('keydown', early, true);
    addEventListener('keydown', late);
    return () => {
      removeEventListener('keydown', early, true);
      removeEventListener('keydown', late);
    };
  }, [commands, client, ui]);
}
