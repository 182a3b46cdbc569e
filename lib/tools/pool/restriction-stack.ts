import type { Language, ToolResult } from '@/lib/protocol';
import { parseRule } from '../permissions/rule';
import { failure } from '../result';

/** A running skill, and the tools it restricts its agent to. */
export interface Restriction {
  /** The name of the skill. */
  readonly by: string;
  /** Names of tools, or rules such as `Bash(git:*)`. Omitted: no restriction. */
  readonly names?: readonly string[];
}

/**
 * Which tools an agent may use while nested skills run: only the innermost list counts, and without a list every tool is
 * allowed. A sub-agent must also obey its parent's lists, whatever it runs. One stack per agent. Names are compared ignoring
 * case; patterns for calls are checked by a separate permission check. Observable.
 */
export class RestrictionStack {
  #running: readonly Restriction[] = [];
  #held: readonly (readonly string[])[] = [];
  /** Every list that applies now: a call must be on all of them. Replaced as a whole; only read it. */
  lists: readonly (readonly string[])[] = [];
  readonly #listeners = new Set<() => void>();

  /** The running skills, innermost last. */
  get value(): readonly Restriction[] {
    return this.#running;
  }

  get depth(): number {
    return this.#running.length;
  }

  /** The innermost list as written; undefined means all tools. */
  get allowed(): readonly string[] | undefined {
    return this.#innermost?.names;
  }

  /** The skill whose list applies now; undefined if there is none. */
  get by(): string | undefined {
    return this.#innermost?.by;
  }

  /** Restricts to these names until the matching `pop`; without names it only counts as running. */
  push(names?: readonly string[], by = ''): void {
    this.#become([...this.#running, { by, ...(names && { names: [...names] }) }]);
  }

  /** Removes the innermost entry; does nothing if the stack is empty. */
  pop(): void {
    this.#become(this.#running.slice(0, -1));
  }

  /** Removes the last entry of a skill and everything nested in it; false if it has none. */
  leave(by: string): boolean {
    const at = this.#running.findLastIndex((running) => running.by === by);
    if (at >= 0) this.#become(this.#running.slice(0, at));
    return at >= 0;
  }

  /** Removes everything, or replaces it with the given entries. */
  reset(running: readonly Restriction[] = []): void {
    this.#become(running);
  }

  /** Sets lists that apply for the agent's lifetime. */
  holdTo(lists: readonly (readonly string[])[]): void {
    this.#held = lists;
    this.#list();
  }

  /** Whether a tool is on every list, by its own name or its executor's. */
  allows(name: string, executor = name): boolean {
    const names = new Set([name.toLowerCase(), executor.toLowerCase()]);
    return this.lists.every((list) => list.some((entry) => names.has(toolOf(entry)?.toLowerCase() ?? '')));
  }

  /** Runs a function restricted to these names, and removes the list however it ends. */
  async within<T>(names: readonly string[], run: () => Promise<T>): Promise<T> {
    const { depth } = this;
    this.push(names);
    try {
      return await run();
    } finally {
      this.#become(this.#running.slice(0, depth));
    }
  }

  /** Calls the listener after every change until the returned function is called. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  get #innermost(): Restriction | undefined {
    return this.#running.findLast(({ names }) => names !== undefined);
  }

  #list(): void {
    this.lists = this.allowed ? [...this.#held, this.allowed] : this.#held;
  }

  #become(running: readonly Restriction[]): void {
    if (running.length === 0 && this.#running.length === 0) return;
    this.#running = running;
    this.#list();
    for (const listener of this.#listeners) listener();
  }
}

/** The tool that a list entry names; undefined if it cannot be parsed and so allows nothing. */
export const toolOf = (entry: string): string | undefined => parseRule(entry)?.tool;

/** The failed result for a call of a tool that the running skill does not allow; undefined if it may run. */
export function restrictedBy(
  { restrictions: stack, language = 'en' }: { restrictions?: RestrictionStack; language?: Language },
  { name, executor = name }: { readonly name: string; readonly executor?: string },
): ToolResult | undefined {
  if (!stack || stack.allows(name, executor)) return undefined;
  return failure('TOOL_NOT_FOUND', RESTRICTED[language](name, stack.by, stack.allowed ?? []));
}

const RESTRICTED: Readonly<
  Record<Language, (name: string, skill: string | undefined, allowed: readonly string[]) => string>
> = {
  en: (name, skill, allowed) =>
    `${name} is disabled while ${skill ? `the skill ${skill}` : 'this skill'} runs. The tools it may use: ${allowed.join(', ') || 'none'}.`,
  zh: (name, skill, allowed) =>
    `${skill ? `技能 ${skill} ` : '此技能'}运行期间 ${name} 已停用。可用的工具：${allowed.join('、') || '无'}。`,
};
