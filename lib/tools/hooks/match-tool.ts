import type { Hook } from '@/lib/protocol';
import { matchWildcard } from '../match-wildcard';

/** A hook's matcher, taken apart once: hooks are as long-lived as the settings they stand in. */
const patterns = new WeakMap<Hook, readonly string[]>();

/** Whether a hook wants to hear of a tool: `Bash|Edit`, `mcp__*`. Without a matcher it hears of every tool. */
export function matchesTool(hook: Hook, tool: string): boolean {
  if (hook.matcher === undefined) return true;
  let names = patterns.get(hook);
  if (!names) {
    names = hook.matcher.split('|').map((name) => name.trim());
    patterns.set(hook, names);
  }
  return names.some((name) => name === tool || (name.includes('*') && matchWildcard(name, tool)));
}
