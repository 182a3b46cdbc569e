/** A key as it is pressed: the key's own name, and whether the platform's command key goes with it. */
export interface KeyChord {
  key: string;
  command?: boolean;
}

/** What a key event says, apart from the DOM. */
export interface KeyPress {
  key: string;
  metaKey: boolean;
  ctrlKey: boolean;
  altKey: boolean;
}

/** Whether a key press is this chord. Command means ⌘ or Ctrl, whichever the keyboard has. */
export function matchesChord(chord: KeyChord, press: KeyPress): boolean {
  if (press.altKey) return false;
  if ((press.metaKey || press.ctrlKey) !== (chord.command ?? false)) return false;
  return press.key.toLowerCase() === chord.key.toLowerCase();
}

/** A chord as people read it: `⌘K` on a Mac, `Ctrl K` elsewhere. */
export function chordLabel(chord: KeyChord, mac: boolean): string {
  const name = KEY_NAMES[chord.key] ?? (chord.key.length === 1 ? chord.key.toUpperCase() : chord.key);
  if (!chord.command) return name;
  return mac ? `⌘${name}` : `Ctrl ${name}`;
}

const KEY_NAMES: Readonly<Record<string, string>> = { Escape: 'Esc' };

/** Whether keys pressed here are text, so that single letters are nobody's command. */
export const isTextField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select, [role="textbox"], .monaco-editor *, .xterm *'));
