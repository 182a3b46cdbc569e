import type { ClientState } from '@/lib/client/state';
import type { Observed } from '@/lib/ports';
import type { ComponentType } from 'react';
import type { Messages } from '../../messages/catalogues';

/** A store that tools write to and a person can inspect. */
export interface StorePane {
  readonly id: keyof Messages['stores'];
  /** The entries that are counted beside its name. */
  readonly entries?: (ports: ClientState['ports']) => Observed<readonly unknown[]> | undefined;
  /** Loads its pane when it is first shown. */
  readonly load: () => Promise<{ default: ComponentType }>;
}

/** All stores that have a pane, in tab order: one folder and one line each. */
export const STORE_PANES: readonly StorePane[] = [
  { id: 'todos', entries: ({ todos }) => todos, load: () => import('./todos/todos-view') },
  { id: 'plan', load: () => import('./plan/plan-view') },
  { id: 'tasks', entries: ({ tasks }) => tasks, load: () => import('./tasks/tasks-view') },
  {
    id: 'mailboxes',
    entries: ({ mailbox }) => mailbox,
    load: () => import('./mailboxes/mailboxes-view'),
  },
  {
    id: 'schedule',
    entries: ({ cron }) => cron,
    load: () => import('./schedule/schedule-view'),
  },
  { id: 'memory', entries: ({ memory }) => memory, load: () => import('./memory/memory-view') },
  {
    id: 'knowledge',
    entries: ({ knowledge }) => knowledge,
    load: () => import('./knowledge/knowledge-view'),
  },
  {
    id: 'workflows',
    entries: ({ workflows }) => workflows,
    load: () => import('./workflows/workflows-view'),
  },
  { id: 'repository', load: () => import('./repository/repository-view') },
  { id: 'mcp', entries: ({ mcp }) => mcp, load: () => import('./mcp/mcp-view') },
  { id: 'page', load: () => import('./page/page-view') },
];
