import type { ClientState } from '@/lib/client/state';
import type { Observed } from '@/lib/ports';
import type { ComponentType } from 'react';

/** A store that tools write to and a person can look into. */
export interface StorePane {
  readonly id: string;
  readonly title: string;
  /** What is counted beside its name. */
  readonly entries?: (ports: ClientState['ports']) => Observed<readonly unknown[]> | undefined;
  /** Loads when it is first shown. */
  readonly load: () => Promise<{ default: ComponentType }>;
}

/** Every store with a pane, in the order of its tabs: a folder each, a line each. */
export const STORE_PANES: readonly StorePane[] = [
  { id: 'todos', title: 'To-dos', entries: ({ todos }) => todos, load: () => import('./todos/todos-view') },
  { id: 'plan', title: 'Plan', load: () => import('./plan/plan-view') },
  { id: 'tasks', title: 'Tasks', entries: ({ tasks }) => tasks, load: () => import('./tasks/tasks-view') },
  {
    id: 'mailboxes',
    title: 'Mailboxes',
    entries: ({ mailbox }) => mailbox,
    load: () => import('./mailboxes/mailboxes-view'),
  },
  {
    id: 'schedule',
    title: 'Schedule',
    entries: ({ cron }) => cron,
    load: () => import('./schedule/schedule-view'),
  },
  { id: 'memory', title: 'Memory', entries: ({ memory }) => memory, load: () => import('./memory/memory-view') },
  {
    id: 'knowledge',
    title: 'Knowledge',
    entries: ({ knowledge }) => knowledge,
    load: () => import('./knowledge/knowledge-view'),
  },
  {
    id: 'workflows',
    title: 'Workflows',
    entries: ({ workflows }) => workflows,
    load: () => import('./workflows/workflows-view'),
  },
  { id: 'repository', title: 'Repository', load: () => import('./repository/repository-view') },
  { id: 'mcp', title: 'MCP servers', entries: ({ mcp }) => mcp, load: () => import('./mcp/mcp-view') },
  { id: 'page', title: 'Page', load: () => import('./page/page-view') },
];
