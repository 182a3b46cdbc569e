/** Controls whether the keyboard focus may enter the frame. */
export interface FocusKeeper {
  /** Called when a person presses in the frame. */
  pressed(): void;
}

/**
 * Keeps the keyboard focus where the person has it. A page that the agent clicks in, or that focuses a field by itself, would
 * take it: focus enters the frame only by the person's own press or Tab, and is otherwise moved back.
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
  // When the window loses focus to the frame, `activeElement` is updated a moment later.
  window.addEventListener('blur', () => setTimeout(giveBack), { signal });
  return {
    pressed() {
      invited = true;
      frame.focus({ preventScroll: true });
    },
  };
}
