export type PaneName =
  | 'Files'
  | 'Editor'
  | 'Conversation'
  | 'Call'
  | 'Terminal'
  | 'Events'
  | 'Requests'
  | 'Contract'
  | 'Policy'
  | 'Hooks'
  | 'Stores'
  | 'Timeline'
  | 'Message'
  | 'Source'
  | 'Tools of the pack';

/** Brings a pane into view, where the window is too narrow for all of them at once. */
export function revealPane(name: PaneName): void {
  requestAnimationFrame(() => reveal(`[data-pane="${name}"]`));
}

/** Brings a call's card in the conversation into view. */
export const revealCall = (callId: string): void => reveal(`[data-call="${CSS.escape(callId)}"]`);

/** Goes to the top of a pane, where the panes stand one below the other. */
export const goToPane = (name: PaneName): void => reveal(`[data-pane="${name}"]`, 'start');

/** Brings what a person is asked into view, and the focus to it. */
export function focusAsked(): void {
  const asked = document.querySelector<HTMLElement>('[data-asked]');
  asked?.scrollIntoView({ block: 'nearest' });
  asked?.querySelector<HTMLElement>('button, input, textarea')?.focus();
}

const reveal = (selector: string, block: ScrollLogicalPosition = 'nearest'): void =>
  document.querySelector(selector)?.scrollIntoView({ block });

/** How long a pane may take until there is in it what the focus goes to: its code may still load. Milliseconds. */
const PATIENCE_MS = 2000;

/** Moves the focus to a pane, after it had time to appear: to what it says should have it, or to the pane itself. */
export function focusPane(name: PaneName): void {
  requestAnimationFrame(() => {
    const pane = document.querySelector<HTMLElement>(`[data-pane="${name}"]`);
    if (!pane || focusWithin(pane)) return;
    // A person who writes in it already stays where they are.
    if (document.activeElement !== pane && pane.contains(document.activeElement)) return;
    pane.focus();
    const filled = new MutationObserver(() => {
      // A person who went on meanwhile is not called back.
      if (document.activeElement !== pane || focusWithin(pane)) filled.disconnect();
    });
    filled.observe(pane, { childList: true, subtree: true });
    setTimeout(() => filled.disconnect(), PATIENCE_MS);
  });
}

function focusWithin(pane: HTMLElement): boolean {
  const wanted = pane.querySelector<HTMLElement>('[data-pane-focus]');
  wanted?.focus();
  return wanted !== null;
}

/** Moves the focus to the pane after the one that has it, in the order they stand on the page. */
export function focusNextPane(): void {
  const panes = [...document.querySelectorAll<HTMLElement>('section[data-pane]')].filter(
    (pane) => pane.closest('[hidden]') === null,
  );
  const index = panes.findIndex((pane) => pane.contains(document.activeElement));
  const next = panes[(index + 1) % panes.length];
  if (next && !focusWithin(next)) next.focus();
}
