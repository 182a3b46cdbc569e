import { traceOf, type HookTrace } from './conversation-hooks';
import type { StateEvent } from './hook-event';
import type { HookRunner } from './hook-runner';

/** Notifies hooks of what has happened, one after the other. What they answer changes nothing. Never rejects. */
export async function notify(
  runner: HookRunner,
  { event, payload }: StateEvent,
  signal: AbortSignal,
): Promise<readonly HookTrace[]> {
  const traces: HookTrace[] = [];
  for (const hook of runner.matching(event, 'tool' in payload ? { ...payload, name: payload.tool } : undefined)) {
    traces.push(traceOf(await runner.ask(hook, event, payload, signal)));
  }
  return traces;
}
