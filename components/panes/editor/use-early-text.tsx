import type { EarlyTyping } from '../../elements/monaco/code-editor';
import { useCallback, useMemo, useRef, useState, type ReactNode } from 'react';
import { matchesChord, SAVE } from '../../state/keys';

/** What was typed into a file before its text was there. */
export interface EarlyText {
  /** Something has been typed that nothing has taken yet. */
  readonly waiting: boolean;
  /** Ends the early typing: what was typed, and whether the field had the focus and was to be saved. */
  readonly take: () => EarlyTyping;
  /** The file has no text to type into: what was typed stays to be seen, for when it has. */
  readonly refuse: () => void;
}

/** A field that takes what is typed while a file opens, which is for the file and no command of the page. */
export function useEarlyText(label: string): readonly [field: ReactNode, early: EarlyText] {
  const place = useRef<HTMLTextAreaElement>(null);
  const [phase, setPhase] = useState<'open' | 'refused' | 'over'>('open');
  const [waiting, setWaiting] = useState(false);
  const toSave = useRef(false);
  const take = useCallback(() => {
    const field = place.current;
    const focused = field !== null && document.activeElement === field;
    const taken = { typed: field?.value ?? '', focused, save: toSave.current };
    if (field) field.value = '';
    toSave.current = false;
    setPhase('over');
    setWaiting(false);
    return taken;
  }, []);
  const refuse = useCallback(() => {
    const field = place.current;
    // Who is in the middle of a word goes on to type.
    const needed = field !== null && (field.value !== '' || document.activeElement === field);
    setPhase(needed ? 'refused' : 'over');
  }, []);
  const field = phase !== 'over' && (
    <textarea
      ref={place}
      data-pane-focus
      aria-label={label}
      readOnly={phase === 'refused'}
      onInput={({ currentTarget }) => setWaiting(currentTarget.value !== '')}
      onBlur={phase === 'refused' && !waiting ? () => setPhase('over') : undefined}
      onKeyDown={(event) => {
        if (!matchesChord(SAVE, event)) return;
        event.preventDefault();
        toSave.current = true;
      }}
      spellCheck={false}
      className="absolute inset-0 z-10 resize-none bg-transparent px-4 py-1 font-mono text-xs outline-none"
    />
  );
  return [field, useMemo(() => ({ waiting, take, refuse }), [waiting, take, refuse])];
}
