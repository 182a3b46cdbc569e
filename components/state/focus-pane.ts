export type PaneName =
  | 'Files'
  | 'Editor'
  | 'Conversation'
  | 'Issues'
  | 'Result'
  | 'Terminal'
  | 'Events'
  | 'Timeline'
  | 'Message';

/** Moves the focus to a pane, after it had time to appear: to what it says should have it, or to the pane itself. */
export function focusPane(name: PaneName): void {
  requestAnimationFrame(() => {
    const pane = document.querySelector<HTMLElement>(`[data-pane="${name}"]`);
    (pane?.querySelector<HTMLElement>('[data-pane-focus]') ?? pane)?.focus();
  });
}
