import type { HookAnswer, HookEvent } from '@/lib/protocol';

/** Asks a person's hooks about something that is about to happen or has happened. Never rejects. */
export interface HookRunner {
  /** The answers of the hooks that matched, in the order in which they were asked. */
  run(
    event: HookEvent,
    payload: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<readonly HookAnswer[]>;
}
