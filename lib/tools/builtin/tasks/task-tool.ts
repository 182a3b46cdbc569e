/** What all task tools have in common. */
export const TASK_TOOL = {
  category: 'workflow',
  tier: 'advanced',
  source: 'builtin',
  capabilities: ['tasks'],
} as const;
