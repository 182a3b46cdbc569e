/** A parsed rule: a tool, and a pattern for what it is called with. Without a pattern it means every call. */
export interface Rule {
  readonly tool: string;
  readonly pattern?: string;
  /** As it was written. */
  readonly text: string;
}

const FORM = /^([\w-]+)(?:\((.+)\))?$/s;

/** Parses `Tool` or `Tool(pattern)`; undefined if it is neither. */
export function parseRule(text: string): Rule | undefined {
  const [, tool, pattern] = FORM.exec(text.trim()) ?? [];
  if (tool === undefined) return undefined;
  return {
    tool,
    text: text.trim(),
    ...(pattern !== undefined && pattern.trim() !== '' && { pattern: pattern.trim() }),
  };
}

export const formatRule = (tool: string, pattern?: string): string =>
  pattern === undefined ? tool : `${tool}(${pattern})`;
