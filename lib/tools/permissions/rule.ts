import type { ToolMetadata } from '@/lib/protocol';

type Source = ToolMetadata['source'];

/** A parsed rule: a tool, and a pattern for its calls. Without a pattern it applies to every call. */
export interface Rule {
  /** The source of the tool, if the rule names one. */
  readonly source?: Source;
  readonly tool: string;
  readonly pattern?: string;
  /** The rule as written. */
  readonly text: string;
}

const FORM = /^(?:(builtin|custom|mcp|dynamic):)?([\w-]+)(?:\((.+)\))?$/s;

/** Parses `Tool` or `Tool(pattern)`, optionally with a source as in `dynamic:Tool`; undefined if it is neither. */
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

/** A tool's name for an allow rule: the bare name only if that cannot mean another source's tool. */
export const ruleName = (tool: { readonly name: string; readonly source: Source }): string =>
  tool.source === meant(tool.name) ? tool.name : `${tool.source}:${tool.name}`;

/**
 * Whether a rule is about a tool. Rules bind to source and name: in an allow rule, a bare name means the built-in tool, or an
 * MCP server's if it looks like `mcp__server__tool`, so that other tools gain nothing by reusing a name. In a deny or ask
 * rule, a bare name means every tool of that name. A rule for a built-in tool also applies under every preset's name for it.
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
