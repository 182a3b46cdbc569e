import type { DetailPane } from './detail-panes';

export type PaneName =
  | Capitalize<DetailPane>
  | 'Files'
  | 'Editor'
  | 'Conversation'
  | 'Timeline'
  | 'Message'
  | 'Source'
  | 'PackTools';

/** Scrolls a pane into view, as a narrow window does not show all panes at once. */
export function revealPane(name: PaneName): void {
  requestAnimationFrame(() => reveal(`[data-pane="${name}"]`));
}

/** Scrolls a call's card in the conversation into view. */
export const revealCall = (callId: string): void => reveal(`[data-call="${CSS.escape(callId)}"]`);

/** Scrolls to the top of a pane, for windows in which panes are stacked. */
export const goToPane = (name: PaneName): void => reveal(`[data-pane="${name}"]`, 'start');

/** Scrolls to what a person is asked, and moves the focus there. */
export function focusAsked(): void {
  const asked = document.querySelector<HTMLElement>('[data-asked]');
  asked?.scrollIntoView({ block: 'nearest' });
  asked?.querySelector<HTMLElement>('button, input, textarea')?.focus();
}

const reveal = (selector: string, block: ScrollLogicalPosition = 'nearest'): void =>
  document.querySelector(selector)?.scrollIntoView({ block });

/** How long a pane's code may take to load the element that gets the focus, milliseconds. */
const PATIENCE_MS = 2000;

/**
 * Moves the focus to a pane: to the element it has marked for this, or to the pane itself. At once if the pane is on screen,
 * as what a person types next belongs there; else as soon as React has shown it.
 */
export function focusPane(name: PaneName): void {
  if (!moveTo(name)) queueMicrotask(() => moveTo(name) || requestAnimationFrame(() => moveTo(name)));
}

const isShown = (pane: Element): boolean =>
  pane.closest('[hidden]') === null && getComputedStyle(pane).visibility !== 'hidden';

/** Returns false if the pane is not there yet. */
function moveTo(name: PaneName): boolean {
  const pane = document.querySelector<HTMLElement>(`[data-pane="${name}"]`);
  if (!pane || !isShown(pane)) return false;
  if (focusWithin(pane)) return true;
  // A person who is already typing in it stays where they are.
  if (document.activeElement !== pane && pane.contains(document.activeElement)) return true;
  pane.focus();
  const filled = new MutationObserver(() => {
    // If the person has moved on meanwhile, they are not called back.
    if (document.activeElement !== pane || focusWithin(pane)) filled.disconnect();
  });
  filled.observe(pane, { childList: true, subtree: true });
  setTimeout(() => filled.disconnect(), PATIENCE_MS);
  return true;
}

/** What gets the focus in a pane: the element that is marked, or the text of the editor within the one that is. */
const WANTED = '[data-pane-focus], [data-pane-text] [role="textbox"]';

function focusWithin(pane: HTMLElement): boolean {
  const wanted = pane.querySelector<HTMLElement>(WANTED);
  wanted?.focus();
  return wanted !== null;
}

/** Moves the focus to the pane after the focused one, in page order. */
export function focusNextPane(): void {
  const panes = [...document.querySelectorAll<HTMLElement>('section[data-pane]')].filter(isShown);
  const index = panes.findIndex((pane) => pane.contains(document.activeElement));
  const next = panes[(index + 1) % panes.length];
  if (next && !focusWithin(next)) next.focus();
}
