/** The categories of the built-in tools. A custom tool may use another. */
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

/** The form of a category's name, as indexes list it and searches filter by it. */
export const CATEGORY = /^[a-z0-9][\w -]{0,39}$/i;

/** A built-in category or any other word: the intersection keeps editors suggesting the built-in ones. */
export type ToolCategory = (typeof TOOL_CATEGORIES)[number] | (string & {});
