import type { Hook } from '@/lib/protocol';
import { wildcard } from '../match-wildcard';

/** A tool as matchers know it: by its name, and by that of its executor, so that a hook holds under every preset. */
export interface Matched {
  readonly name: string;
  readonly executor?: string | undefined;
}

/** A hook's matcher, taken apart once: hooks are as long-lived as the settings they stand in. */
const patterns = new WeakMap<Hook, readonly ((name: string) => boolean)[]>();

/** Whether a hook wants to hear of a tool: `Bash|Edit`, `mcp__*`. Without a matcher it hears of every tool. */
export function matchesTool(hook: Hook, { name, executor }: Matched): boolean {
  if (hook.matcher === undefined) return true;
  let wanted = patterns.get(hook);
  if (!wanted) {
    wanted = hook.matcher.split('|').map((pattern) => wildcard(pattern.trim()));
    patterns.set(hook, wanted);
  }
  return wanted.some((means) => means(name) || (executor !== undefined && means(executor)));
}
