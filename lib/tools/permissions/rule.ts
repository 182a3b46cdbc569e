import type { ToolMetadata } from '@/lib/protocol';

type Source = ToolMetadata['source'];

/** A parsed rule: a tool, and a pattern for what it is called with. Without a pattern it means every call. */
export interface Rule {
  /** Whose tool is meant, where the rule says so. */
  readonly source?: Source;
  readonly tool: string;
  readonly pattern?: string;
  /** As it was written. */
  readonly text: string;
}

const FORM = /^(?:(builtin|custom|mcp|dynamic):)?([\w-]+)(?:\((.+)\))?$/s;

/** Parses `Tool`, `Tool(pattern)` or either with a source before it, as in `dynamic:Tool`; undefined if it is neither. */
export function parseRule(text: string): Rule | undefined {
  const [, source, tool, pattern] = FORM.exec(text.trim()) ?? [];
  if (tool === undefined) return undefined;
  return {
    tool,
    text: text.trim(),
    ...(isSource(source) && { source }),
    ...(pattern !== undefined && pattern.trim() !== '' && { pattern: pattern.trim() }),
  };
}

export const formatRule = (tool: string, pattern?: string): string =>
  pattern === undefined ? tool : `${tool}(${pattern})`;

/** A tool as an allow rule has to name it: by its bare name only if that means no other source's tool. */
export const ruleName = (tool: { readonly name: string; readonly source: Source }): string =>
  tool.source === meant(tool.name) ? tool.name : `${tool.source}:${tool.name}`;

/**
 * Whether a rule speaks of a tool. A rule binds to source and name: a bare name that allows means the built-in tool, or an
 * MCP server's if it looks like `mcp__server__tool`, so that nobody else's tool gains by its name. A bare name that denies
 * or asks means every tool of that name. Whoever speaks of a built-in tool means it under every preset's name, too.
 */
export function speaksOf(
  { tool, source }: Rule,
  behavior: 'allow' | 'deny' | 'ask',
  called: { readonly name: string; readonly source: Source; readonly executor?: string },
): boolean {
  if (tool !== called.name && tool !== called.executor) return false;
  if (source) return source === called.source;
  return behavior !== 'allow' || meant(tool) === called.source;
}

const meant = (name: string): Source => (name.startsWith('mcp__') ? 'mcp' : 'builtin');

const isSource = (text: string | undefined): text is Source => text !== undefined;
