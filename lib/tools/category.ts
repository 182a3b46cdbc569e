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

/** A category’s name, as it stands in an index and as a search is narrowed to it. */
export const CATEGORY = /^[a-z0-9][\w -]{0,39}$/i;

/** One of ours, or any other word: the intersection keeps editors suggesting ours. */
export type ToolCategory = (typeof TOOL_CATEGORIES)[number] | (string & {});
