'use client';

import { useEffect, useMemo } from 'react';
import { commandsOf, type Command } from './commands';
import { isTextField, matchesChord } from './keys';
import { usePage } from './page-context';

/** The page's commands. */
export function useCommands(): readonly Command[] {
  const page = usePage();
  return useMemo(() => commandsOf(page), [page]);
}

/** Listens for the commands' keys. A dialog keeps its keys to itself. */
export function useShortcuts(): void {
  const { hands, ui } = usePage();
  const commands = useCommands();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing || ui.getState().dialog) return;
      const typing = isTextField(event.target);
      const command = commands.find(
        (candidate) =>
          candidate.enabled(hands.store.getState()) &&
          candidate.keys.some(
            (chord) => matchesChord(chord, event) && (!typing || candidate.anywhere === true || chord.key === '.'),
          ),
      );
      if (!command) return;
      event.preventDefault();
      command.run();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [commands, hands, ui]);
}
