/** What the built-in tools are about. A tool of one's own may name another. */
export const TOOL_CATEGORIES = [
  'filesystem',
  'network',
  'shell',
  'search',
  'memory',
  'knowledge',
  'agent',
  'workflow',
  'schedule',
  'interaction',
  'custom',
] as const;

/** One of ours, or any other word: the intersection keeps editors suggesting ours. */
export type ToolCategory = (typeof TOOL_CATEGORIES)[number] | (string & {});
