import type { ComponentType } from 'react';
import type { Messages } from '../messages/catalogues';
import type { DetailPane } from '../state/detail-panes';

/** A pane below the editor. Its tab, its command and key, its place in links and its preload follow from this. */
export type DetailPaneDefinition = PaneLabels & (Viewed | Own);

interface PaneLabels {
  readonly id: DetailPane;
  /** Its name in `areas/panes.ts`, on its tab and its section. */
  readonly name: Capitalize<DetailPane>;
  readonly key: string;
  /** The message its command is called by (`areas/commands.ts`); its name if omitted. */
  readonly command?: keyof Messages['commands'] & DetailPane;
  /** Whether a person works in the pane, so that links include it. */
  readonly workedIn?: true;
}

interface Viewed {
  /** Loads its view when it is first shown. */
  readonly load: () => Promise<{ default: ComponentType }>;
}

interface Own {
  /** Its component in `details.tsx`, which says something or keeps something without its view; `load` is for the preload only. */
  readonly own: true;
  readonly load: () => Promise<unknown>;
}

/** The panes below the editor, in tab order. For the client only: on the server their views would join the first load. */
export const DETAIL_PANES: readonly DetailPaneDefinition[] = [
  { id: 'call', name: 'Call', key: '4', own: true, load: () => import('./call/call-inspector') },
  { id: 'terminal', name: 'Terminal', key: '5', own: true, load: () => import('./terminal/terminal-view') },
  { id: 'events', name: 'Events', key: '6', own: true, load: () => import('./events/event-list') },
  {
    id: 'requests',
    name: 'Requests',
    key: 'w',
    command: 'requests',
    workedIn: true,
    own: true,
    load: () => import('./requests/requests-view'),
  },
  {
    id: 'contract',
    name: 'Contract',
    key: 'c',
    command: 'contract',
    workedIn: true,
    load: () => import('./contract/contract-view'),
  },
  {
    id: 'policy',
    name: 'Policy',
    key: 'p',
    command: 'policy',
    workedIn: true,
    load: () => import('./policy/policy-view'),
  },
  { id: 'hooks', name: 'Hooks', key: 'h', command: 'hooks', workedIn: true, load: () => import('./hooks/hooks-view') },
  {
    id: 'stores',
    name: 'Stores',
    key: 's',
    command: 'stores',
    workedIn: true,
    load: () => import('./stores/stores-view'),
  },
];

/** Whether a person works in the pane. */
export const isWorkedIn = (detail: DetailPane): boolean =>
  DETAIL_PANES.some(({ id, workedIn }) => id === detail && workedIn === true);
