import type { Hook } from '@/lib/protocol';
import { matchWildcard } from '../match-wildcard';
import type { AnyTool } from '../tool';

/** A tool as matchers know it: by its name, and by that of its executor, so that a hook holds under every preset. */
export type Matched = Pick<AnyTool, 'name' | 'executor'>;

/** A hook's matcher, taken apart once: hooks are as long-lived as the settings they stand in. */
const patterns = new WeakMap<Hook, readonly string[]>();

/** Whether a hook wants to hear of a tool: `Bash|Edit`, `mcp__*`. Without a matcher it hears of every tool. */
export function matchesTool(hook: Hook, { name, executor }: Matched): boolean {
  if (hook.matcher === undefined) return true;
  let names = patterns.get(hook);
  if (!names) {
    names = hook.matcher.split('|').map((name) => name.trim());
    patterns.set(hook, names);
  }
  return names.some((wanted) => means(wanted, name) || (executor !== undefined && means(wanted, executor)));
}

const means = (wanted: string, name: string): boolean =>
  wanted === name || (wanted.includes('*') && matchWildcard(wanted, name));
