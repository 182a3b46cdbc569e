import { CustomEventSchemas } from './custom';
import type { ThreadState } from './thread-state';

/** What our own events say; one that does not fit its form says nothing. */
export function applyCustom(
  thread: ThreadState,
  name: string,
  value: unknown,
  runId: string,
  at?: number,
): ThreadState {
  if (name === 'toolyard.turn') {
    const turn = CustomEventSchemas['toolyard.turn'].safeParse(value);
    return turn.success ? { ...thread, turns: [...thread.turns, { ...turn.data, runId }] } : thread;
  }
  if (name === 'toolyard.guard') {
    const guard = CustomEventSchemas['toolyard.guard'].safeParse(value);
    if (!guard.success) return thread;
    return { ...thread, notices: [...thread.notices, { runId, at, kind: 'guard', ...guard.data }] };
  }
  if (name === 'toolyard.cassette') {
    const cassette = CustomEventSchemas['toolyard.cassette'].safeParse(value);
    return cassette.success ? { ...thread, cassette: cassette.data } : thread;
  }
  if (name === 'toolyard.activation') {
    const activation = CustomEventSchemas['toolyard.activation'].safeParse(value);
    return activation.success ? { ...thread, active: activation.data.active } : thread;
  }
  if (name === 'toolyard.unreadable') {
    const lost = CustomEventSchemas['toolyard.unreadable'].safeParse(value);
    if (!lost.success) return thread;
    const message = `Entry ${lost.data.seq} of the conversation’s log cannot be read and is left out: ${lost.data.reason}`;
    const notice = { runId, at, kind: 'guard', guard: 'log:unreadable', level: 'warning', message } as const;
    return { ...thread, notices: [...thread.notices, notice] };
  }
  if (name === 'toolyard.retry') {
    const retry = CustomEventSchemas['toolyard.retry'].safeParse(value);
    if (!retry.success) return thread;
    const message = `Attempt ${retry.data.attempt}: ${retry.data.message}`;
    return { ...thread, notices: [...thread.notices, { runId, at, kind: 'retry', level: 'warning', message }] };
  }
  return thread;
}
