/** A key, with or without the platform's command key. */
export interface KeyChord {
  key: string;
  command?: boolean;
}

/** Saves what is edited. */
export const SAVE: KeyChord = { key: 's', command: true };

/** The parts of a key event that matter, independent of the DOM. */
export interface KeyPress {
  key: string;
  metaKey: boolean;
  ctrlKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

/**
 * Whether a key press matches this chord. The command key is ⌘ or Ctrl, whichever the keyboard has; with Shift, it would be another
 * chord, while a key alone may need Shift to be typed.
 */
export function matchesChord(chord: KeyChord, press: KeyPress): boolean {
  if (press.altKey || (chord.command && press.shiftKey)) return false;
  if ((press.metaKey || press.ctrlKey) !== (chord.command ?? false)) return false;
  return press.key.toLowerCase() === chord.key.toLowerCase();
}

/** A chord for people: `⌘K` on a Mac, `Ctrl K` elsewhere. */
export function chordLabel(chord: KeyChord, mac: boolean): string {
  const name = KEY_NAMES[chord.key] ?? (chord.key.length === 1 ? chord.key.toUpperCase() : chord.key);
  if (!chord.command) return name;
  return mac ? `⌘${name}` : `Ctrl ${name}`;
}

const KEY_NAMES: Readonly<Record<string, string>> = { Escape: 'Esc' };

/** Whether keys pressed here type text, so that single letters must not run commands. */
export const isTextField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select, [role="textbox"], .monaco-editor *, .xterm *'));

/** Whether keys pressed here go to a terminal, where Ctrl is the shell's. */
export const isTerminal = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('.xterm') !== null;
