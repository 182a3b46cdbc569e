import { parseRule } from '../permissions/rule';

/** A skill that runs, and what it narrows its agent to. */
export interface Restriction {
  /** Who narrows: the name of a skill. */
  readonly by: string;
  /** Names of tools, or rules such as `Bash(git:*)`; left out: it narrows nothing. */
  readonly names?: readonly string[];
}

/**
 * Which tools an agent may use while skills run inside one another: only the innermost list counts, and without any list every
 * tool may be used. A sub-agent is held to lists of its parent's besides, whatever it runs. One stack an agent. Names are compared
 * without regard to case; what a call has to match is a permission check of its own. Can be watched.
 */
export class RestrictionStack {
  #running: readonly Restriction[] = [];
  #held: readonly (readonly string[])[] = [];
  readonly #listeners = new Set<() => void>();

  /** What runs, the innermost last. */
  get value(): readonly Restriction[] {
    return this.#running;
  }

  get depth(): number {
    return this.#running.length;
  }

  /** What the innermost list allows, as it was written; undefined means all. */
  get allowed(): readonly string[] | undefined {
    return this.#innermost?.names;
  }

  /** Every list that counts now: a call has to be on each. */
  get lists(): readonly (readonly string[])[] {
    return this.allowed ? [...this.#held, this.allowed] : this.#held;
  }

  /** Whose list counts now; undefined where all tools may be used. */
  get by(): string | undefined {
    return this.#innermost?.by;
  }

  /** Narrows to these names until the matching `pop`; without names it only counts as running. */
  push(names?: readonly string[], by = ''): void {
    this.#become([...this.#running, { by, ...(names && { names: [...names] }) }]);
  }

  /** Takes the innermost list away; an empty stack stays empty. */
  pop(): void {
    this.#become(this.#running.slice(0, -1));
  }

  /** Takes away what somebody pushed last, and what was pushed inside of it; false where there is nothing of theirs. */
  leave(by: string): boolean {
    const at = this.#running.findLastIndex((running) => running.by === by);
    if (at >= 0) this.#become(this.#running.slice(0, at));
    return at >= 0;
  }

  /** Takes all away, or puts all of this in its place. */
  reset(running: readonly Restriction[] = []): void {
    this.#become(running);
  }

  /** Lists that count as long as the agent lives. */
  holdTo(lists: readonly (readonly string[])[]): void {
    this.#held = lists;
  }

  /** Whether a tool is on every list, by its name or by that of its executor. */
  allows(name: string, executor = name): boolean {
    const names = new Set([name.toLowerCase(), executor.toLowerCase()]);
    return this.lists.every((list) => list.some((entry) => names.has(toolOf(entry)?.toLowerCase() ?? '')));
  }

  /** Runs something narrowed to these names, and takes the list away again however it ends. */
  async within<T>(names: readonly string[], run: () => Promise<T>): Promise<T> {
    const { depth } = this;
    this.push(names);
    try {
      return await run();
    } finally {
      this.#become(this.#running.slice(0, depth));
    }
  }

  /** Calls back after every change, until the function it returns is called. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  get #innermost(): Restriction | undefined {
    return this.#running.findLast(({ names }) => names !== undefined);
  }

  #become(running: readonly Restriction[]): void {
    if (running.length === 0 && this.#running.length === 0) return;
    this.#running = running;
    for (const listener of this.#listeners) listener();
  }
}

/** The tool that an entry of a list names; undefined where it cannot be read, and so allows nothing. */
export const toolOf = (entry: string): string | undefined => parseRule(entry)?.tool;
