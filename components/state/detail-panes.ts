/** The panes below the editor, in tab order. The server reads links by them, so nothing of a pane is imported here. */
export const DETAIL_PANE_IDS = [
  'call',
  'terminal',
  'events',
  'requests',
  'contract',
  'policy',
  'hooks',
  'stores',
] as const;
export type DetailPane = (typeof DETAIL_PANE_IDS)[number];
