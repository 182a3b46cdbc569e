import type { SandboxEvents, Unsubscribe } from '@/lib/ports';

type Sets = { [E in keyof SandboxEvents]: Set<(value: SandboxEvents[E]) => void> };

/** The listeners of a sandbox's events. */
export class SandboxListeners {
  private readonly sets: Sets = {
    error: new Set(),
    'server-ready': new Set(),
    port: new Set(),
    'page-error': new Set(),
    processes: new Set(),
    lost: new Set(),
  };

  on<E extends keyof SandboxEvents>(event: E, listener: (value: SandboxEvents[E]) => void): Unsubscribe {
    const set: Sets[E] = this.sets[event];
    set.add(listener);
    return () => void set.delete(listener);
  }

  emit<E extends keyof SandboxEvents>(event: E, value: SandboxEvents[E]): void {
    const set: Sets[E] = this.sets[event];
    for (const listener of set) listener(value);
  }
}
