/** Where the keyboard may go. */
export interface FocusKeeper {
  /** A person pressed in the frame themselves. */
  pressed(): void;
}

/**
 * Keeps the keyboard where the person has it. A page that is clicked in by the agent, or focuses a field by itself, would take
 * it away: focus goes into the frame only with the person's own press there, or with Tab, and back to where it was otherwise.
 */
export function keepFocus(frame: HTMLIFrameElement, signal: AbortSignal): FocusKeeper {
  let before: Element | null = document.activeElement;
  let invited = false;
  const outside = ({ target }: FocusEvent) => {
    if (target === frame || !(target instanceof Element)) return;
    before = target;
    invited = false;
  };
  const giveBack = () => {
    if (invited || signal.aborted || document.activeElement !== frame) return;
    if (before instanceof HTMLElement && before !== document.body && before.isConnected) {
      before.focus({ preventScroll: true });
    } else {
      frame.blur();
      window.focus();
    }
  };
  const options = { capture: true, signal };
  document.addEventListener('focusin', outside, options);
  document.addEventListener('pointerdown', () => (invited = false), options);
  document.addEventListener('keydown', ({ key }) => (invited = key === 'Tab'), options);
  // The window loses the focus to the frame; which one has it then is known a moment later.
  window.addEventListener('blur', () => setTimeout(giveBack), { signal });
  return {
    pressed() {
      invited = true;
      frame.focus({ preventScroll: true });
    },
  };
}
