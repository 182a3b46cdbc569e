import type { TaskStore } from '@/lib/ports';

/** Whether a task would wait for itself, by way of whatever others wait for, if it waited for these. */
export function waitsForItself(tasks: TaskStore, id: string, blockedBy: readonly string[]): boolean {
  const seen = new Set<string>();
  const open = [...blockedBy];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next === id) return true;
    if (seen.has(next)) continue;
    seen.add(next);
    open.push(...(tasks.get(next)?.blockedBy ?? []));
  }
  return false;
}
