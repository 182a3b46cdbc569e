import { groupBy, type ToolKind } from '@/lib/protocol';
import { nearest } from '@/lib/schema';
import { ToolDefinitionError } from './tool-definition';
import { poolEntry, type PoolEntry } from './pool/pool-entry';
import type { AnyTool } from './tool';

/** Sent whenever a registry's tools change. */
export interface ToolListChanged {
  readonly type: 'ToolListChanged';
  readonly change: 'added' | 'updated' | 'enabled' | 'disabled' | 'removed';
  readonly name: string;
}

/**
 * The tools of one host. They stay in the order in which they were added, even when updated or turned off and on: prompt
 * caches depend on it.
 */
export interface Registry {
  /** The tools that are on. */
  readonly tools: readonly AnyTool[];
  /** Every tool, on or off. */
  readonly entries: readonly PoolEntry[];
  /** The tool with that name if it is on. Falls back to ignoring case, unless that is ambiguous. */
  find(name: string): AnyTool | undefined;
  /** Like `find`, but includes tools that are off. */
  entry(name: string): PoolEntry | undefined;
  /** At most three existing names that a misspelt name may stand for, nearest first. */
  nearestNames(name: string): string[];
  /** Tools by kind, each list in registration order; kinds without tools are left out. */
  listByKind(): ReadonlyMap<ToolKind, readonly AnyTool[]>;
  /** Tools that never change anything. */
  listReadTools(): readonly AnyTool[];
  listWriteTools(): readonly AnyTool[];
  /** Adds a tool at the end; a pool entry may be off. Throws `ToolDefinitionError` like `createRegistry`. */
  add(tool: AnyTool | PoolEntry): void;
  /** Replaces the tool of the same name, in place; false if there is none. */
  update(tool: AnyTool): boolean;
  /** False if there is no such tool. */
  remove(name: string): boolean;
  /** Undoes `disable`; false if nothing changed. A tool that is off for any reason other than the settings stays off. */
  enable(name: string): boolean;
  /** False if nothing changed. */
  disable(name: string): boolean;
  /** Calls the listener after every change until the returned function is called. */
  subscribe(listener: (change: ToolListChanged) => void): () => void;
}

const NAME = /^[a-zA-Z0-9_-]{1,64}$/;
const MOST_NEAREST = 3;

/** Creates a registry. Throws `ToolDefinitionError` for what no provider accepts: an invalid or duplicate name. */
export function createRegistry(initial: readonly (AnyTool | PoolEntry)[]): Registry {
  const byName = new Map<string, PoolEntry>();
  const listeners = new Set<(change: ToolListChanged) => void>();
  /** Undefined after a change, until it is asked for. */
  let known: View | undefined;
  const view = (): View => (known ??= viewOf(byName));

  const put = (item: AnyTool | PoolEntry): void => {
    const added = entryOf(item);
    checkName(added.name, byName);
    byName.set(added.name, added);
  };
  const changed = (change: ToolListChanged['change'], name: string): true => {
    known = undefined;
    for (const listener of listeners) listener({ type: 'ToolListChanged', change, name });
    return true;
  };
  const entry = (name: string): PoolEntry | undefined => {
    const exact = byName.get(name);
    if (exact) return exact;
    const similar = view().byPlainName.get(name.toLowerCase());
    return similar?.length === 1 ? similar[0] : undefined;
  };
  initial.forEach(put);

  return {
    get tools() {
      return view().tools;
    },
    get entries() {
      return view().entries;
    },
    find(name) {
      const found = entry(name);
      return found?.enabled ? found.tool : undefined;
    },
    entry,
    nearestNames: (name) => nearestNames(name, view().tools),
    listByKind: () => groupBy(view().tools, (tool) => tool.kind),
    listReadTools: () => view().tools.filter(({ onlyReads }) => onlyReads),
    listWriteTools: () => view().tools.filter(({ onlyReads }) => !onlyReads),
    add(tool) {
      put(tool);
      changed('added', tool.name);
    },
    update(tool) {
      const before = byName.get(tool.name);
      if (!before) return false;
      const { kind, source } = tool;
      byName.set(tool.name, { ...before, tool, kind, source });
      return changed('updated', tool.name);
    },
    remove: (name) => byName.delete(name) && changed('removed', name),
    enable(name) {
      const before = byName.get(name);
      if (before?.why !== 'settings') return false;
      byName.set(name, poolEntry(before.tool));
      return changed('enabled', name);
    },
    disable(name) {
      const before = byName.get(name);
      if (!before?.enabled) return false;
      byName.set(name, poolEntry(before.tool, { why: 'settings' }));
      return changed('disabled', name);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function nearestNames(name: string, tools: readonly AnyTool[]): string[] {
  const left = new Set(tools.map((tool) => tool.name));
  const found: string[] = [];
  while (found.length < MOST_NEAREST) {
    const next = nearest(name, [...left]);
    if (next === undefined) break;
    left.delete(next);
    found.push(next);
  }
  return found;
}

function checkName(name: string, byName: ReadonlyMap<string, PoolEntry>): void {
  if (!NAME.test(name)) throw new ToolDefinitionError(`${name}: a tool's name must match ${NAME.source}.`);
  if (byName.has(name)) throw new ToolDefinitionError(`${name}: two tools have this name.`);
}

const entryOf = (item: AnyTool | PoolEntry): PoolEntry => ('tool' in item ? item : poolEntry(item));

interface View {
  readonly tools: readonly AnyTool[];
  readonly entries: readonly PoolEntry[];
  readonly byPlainName: ReadonlyMap<string, readonly PoolEntry[]>;
}

function viewOf(byName: ReadonlyMap<string, PoolEntry>): View {
  const entries = [...byName.values()];
  return {
    entries,
    tools: entries.flatMap(({ tool, enabled }) => (enabled ? [tool] : [])),
    byPlainName: groupBy(entries, ({ name }) => name.toLowerCase()),
  };
}
