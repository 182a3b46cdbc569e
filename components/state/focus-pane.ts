export type PaneName =
  | 'Files'
  | 'Editor'
  | 'Conversation'
  | 'Issues'
  | 'Result'
  | 'Terminal'
  | 'Events'
  | 'Contract'
  | 'Policy'
  | 'Hooks'
  | 'Stores'
  | 'Timeline'
  | 'Message';

/** Moves the focus to a pane, after it had time to appear: to what it says should have it, or to the pane itself. */
export function focusPane(name: PaneName): void {
  requestAnimationFrame(() => {
    const pane = document.querySelector<HTMLElement>(`[data-pane="${name}"]`);
    (pane?.querySelector<HTMLElement>('[data-pane-focus]') ?? pane)?.focus();
  });
}

/** Brings a pane into view, where the window is too narrow for all of them at once. */
export function revealPane(name: PaneName): void {
  requestAnimationFrame(() => {
    document.querySelector(`[data-pane="${name}"]`)?.scrollIntoView({ block: 'nearest' });
  });
}

/** Moves the focus to the pane after the one that has it, in the order they stand on the page. */
export function focusNextPane(): void {
  const panes = [...document.querySelectorAll<HTMLElement>('section[data-pane]')].filter(
    (pane) => pane.closest('[hidden]') === null,
  );
  const index = panes.findIndex((pane) => pane.contains(document.activeElement));
  const next = panes[(index + 1) % panes.length];
  (next?.querySelector<HTMLElement>('[data-pane-focus]') ?? next)?.focus();
}
