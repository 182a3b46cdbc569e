import type { ToolKind } from '@/lib/protocol';
import { nearest } from '@/lib/schema';
import { ToolDefinitionError } from './define-tool';
import type { AnyTool } from './tool';

/** The tools of one host. Its order is that of registration: prompt caches depend on it. */
export interface Registry {
  readonly tools: readonly AnyTool[];
  /** The tool of that name; a name that differs only in case finds it too, unless that is ambiguous. */
  find(name: string): AnyTool | undefined;
  /** The names that a misspelt one may have meant, nearest first, at most three. */
  nearestNames(name: string): string[];
  /** Tools by kind, each list in registration order; kinds without tools are left out. */
  listByKind(): ReadonlyMap<ToolKind, readonly AnyTool[]>;
  /** Tools that never change anything. */
  listReadTools(): readonly AnyTool[];
  listWriteTools(): readonly AnyTool[];
}

const NAME = /^[a-zA-Z0-9_-]{1,64}$/;
const MOST_NEAREST = 3;

/** Refuses what no provider would take: a bad name, or the same name twice. */
export function createRegistry(tools: readonly AnyTool[]): Registry {
  const byName = new Map<string, AnyTool>();
  for (const tool of tools) {
    if (!NAME.test(tool.name)) throw new ToolDefinitionError(`${tool.name}: a tool's name must match ${NAME.source}.`);
    if (byName.has(tool.name)) throw new ToolDefinitionError(`${tool.name}: two tools have this name.`);
    byName.set(tool.name, tool);
  }
  const byPlainName = groupBy(tools, (tool) => tool.name.toLowerCase());
  const reads = (tool: AnyTool): boolean => tool.annotations.readOnlyHint;

  return {
    tools,
    find(name) {
      const exact = byName.get(name);
      if (exact) return exact;
      const similar = byPlainName.get(name.toLowerCase()) ?? [];
      return similar.length === 1 ? similar[0] : undefined;
    },
    nearestNames(name) {
      const left = new Set(byName.keys());
      const found: string[] = [];
      while (found.length < MOST_NEAREST) {
        const next = nearest(name, [...left]);
        if (next === undefined) break;
        left.delete(next);
        found.push(next);
      }
      return found;
    },
    listByKind: () => groupBy(tools, (tool) => tool.kind),
    listReadTools: () => tools.filter(reads),
    listWriteTools: () => tools.filter((tool) => !reads(tool)),
  };
}

function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}
