import type { PoolEntryView } from '@/lib/client/tool-state';
import { groupBy, type ToolKind } from '@/lib/protocol';

/** Tools of one kind. */
export interface ToolGroup {
  kind: ToolKind;
  /** Whether its tools only read: these groups come before those that may change something. */
  reads: boolean;
  entries: readonly PoolEntryView[];
}

const ORDER: readonly ToolKind[] = ['read', 'fetch', 'other', 'edit', 'move', 'delete', 'execute'];

/** The tools whose name, description or line for people contains every word, in groups; read-only groups come first. */
export function groupTools(
  pool: readonly PoolEntryView[],
  search: string,
  lineOf: (tool: PoolEntryView['tool']) => string,
): ToolGroup[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = pool.filter(({ name, tool }) => {
    const text =
      `${name} ${tool.title} ${tool.kind} ${tool.category} ${tool.description} ${lineOf(tool)}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return [true, false].flatMap((reads) => {
    const own = found.filter(({ tool }) => tool.onlyReads === reads);
    return [...groupBy(own, ({ kind }) => kind)]
      .toSorted(([a], [b]) => ORDER.indexOf(a) - ORDER.indexOf(b))
      .map(([kind, entries]) => ({ kind, reads, entries }));
  });
}
