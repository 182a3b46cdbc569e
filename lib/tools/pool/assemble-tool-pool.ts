import type { Behaviour } from '../system';
import type { AnyTool } from '../tool';
import { offBecause, type Enablement } from './enablement';
import { filterTools, type ToolFilter } from './filter-tools';
import { isMcpToolName } from './mcp-name';
import { poolEntry, type PoolEntry } from './pool-entry';

export interface ToolPoolParts extends ToolFilter {
  readonly builtin: readonly AnyTool[];
  readonly custom?: readonly AnyTool[];
  /** Named `mcp__server__tool`, see `mcpToolName`. */
  readonly mcp?: readonly AnyTool[];
  /** Names of tools that a person allows later sources to replace. */
  readonly allowedOverrides?: readonly string[];
  /** `later`: later sources always replace earlier ones. Default: only if `allowedOverrides` has the name. */
  readonly override?: Behaviour['override'];
  readonly enablement?: Enablement;
}

/** A tool that was left out, and why. */
export interface Excluded {
  readonly tool: AnyTool;
  readonly reason: string;
}

export interface ToolPool {
  /** Every tool, on or off, in the order that models see. */
  readonly entries: readonly PoolEntry[];
  /** The tools that are on. */
  readonly tools: readonly AnyTool[];
  readonly excluded: readonly Excluded[];
}

/**
 * Merges the sources of tools: built-in, then custom, then MCP. A later tool replaces an earlier one of the same name
 * (ignoring case) only if a person allowed that. The order does not depend on the order in which MCP servers answered:
 * prompt caches depend on it.
 */
export function assembleToolPool(parts: ToolPoolParts): ToolPool {
  const { builtin, custom = [], mcp = [], allowedOverrides = [], override = 'allowed' } = parts;
  const { allow, deny, enablement = {} } = parts;
  const overridable = new Set(allowedOverrides.map(plain));
  const byName = new Map<string, AnyTool>();
  const excluded: Excluded[] = [];
  const replaced = new Map<AnyTool, AnyTool>();
  const join = (tool: AnyTool): void => {
    const taken = byName.get(plain(tool.name));
    const mayReplace = override === 'later' || overridable.has(plain(tool.name));
    if (!taken || (mayReplace && taken.source !== tool.source)) {
      if (taken) replaced.set(tool, taken);
      byName.set(plain(tool.name), tool);
    } else excluded.push({ tool, reason: `The name ${tool.name} belongs to a ${taken.source} tool.` });
  };

  for (const tool of builtin) join(tool);
  for (const tool of custom) join(tool.source === 'dynamic' ? tool : from('custom', tool));
  for (const tool of mcp.toSorted(byCodePoints)) {
    if (isMcpToolName(tool.name) || override === 'later' || overridable.has(plain(tool.name))) join(from('mcp', tool));
    else excluded.push({ tool, reason: `An MCP tool must be named mcp__server__tool, not ${tool.name}.` });
  }

  const all = [...byName.values()];
  const kept = new Set(filterTools(all, { allow, deny }));
  const entries = all.map((tool) =>
    poolEntry(tool, offBecause(tool, enablement) ?? (kept.has(tool) ? undefined : FILTER), replaced.get(tool)),
  );
  return { entries, tools: entries.flatMap(({ tool, enabled }) => (enabled ? [tool] : [])), excluded };
}

const FILTER = { why: 'filter' } as const;

const plain = (name: string): string => name.toLowerCase();

/** Rules bind to the source, so a tool must not claim another one. */
const from = (source: AnyTool['source'], tool: AnyTool): AnyTool =>
  tool.source === source ? tool : { ...tool, source };

const byCodePoints = (a: AnyTool, b: AnyTool): number => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
