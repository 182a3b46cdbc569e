/** What is the same of all tools for tasks. */
export const TASK_TOOL = {
  category: 'workflow',
  tier: 'advanced',
  source: 'builtin',
  capabilities: ['tasks'],
} as const;
