import { useCallback, useMemo, useRef, useState, type ReactNode } from 'react';

/** What was typed into a file before its text was there. */
export interface EarlyText {
  /** Something has been typed that nothing has taken yet. */
  readonly waiting: boolean;
  /** Ends the early typing: what was typed, and whether the field had the focus. */
  readonly take: () => { typed: string; focused: boolean };
  /** The file has no text to type into. */
  readonly refuse: () => void;
}

/** A field that takes what is typed while a file opens, which is for the file and no command of the page. */
export function useEarlyText(label: string): readonly [field: ReactNode, early: EarlyText] {
  const place = useRef<HTMLTextAreaElement>(null);
  const [phase, setPhase] = useState<'open' | 'refused' | 'over'>('open');
  const [waiting, setWaiting] = useState(false);
  const take = useCallback(() => {
    const field = place.current;
    const taken = { typed: field?.value ?? '', focused: field !== null && document.activeElement === field };
    if (field) field.value = '';
    setPhase('over');
    setWaiting(false);
    return taken;
  }, []);
  const refuse = useCallback(() => {
    // Who is in the middle of a word goes on to type.
    const { focused } = take();
    if (focused) setPhase('refused');
  }, [take]);
  const field = phase !== 'over' && (
    <textarea
      ref={place}
      data-pane-focus
      aria-label={label}
      readOnly={phase === 'refused'}
      onInput={({ currentTarget }) => setWaiting(currentTarget.value !== '')}
      onBlur={phase === 'refused' ? () => setPhase('over') : undefined}
      spellCheck={false}
      className="absolute inset-0 z-10 resize-none bg-transparent px-4 py-1 font-mono text-xs outline-none"
    />
  );
  return [field, useMemo(() => ({ waiting, take, refuse }), [waiting, take, refuse])];
}
