import type { AgentReport } from '@/lib/ports';
import { currentRun, pendingCalls, type ErrorCode, type ThreadState } from '@/lib/protocol';
import { guardStop } from '../thread/session-reducer';
import type { SessionSnapshot } from '../thread/session-snapshot';

export type AgentOutcome = Pick<AgentReport, 'status' | 'text' | 'error'>;

const GUARDS: Record<NonNullable<ReturnType<typeof guardStop>>['code'], ErrorCode> = {
  TURN_LIMIT: 'BUDGET_EXCEEDED',
  TOKEN_BUDGET: 'BUDGET_EXCEEDED',
  LOOP_DETECTED: 'LOOP_DETECTED',
};

/** How an agent ended its work on the prompt `promptId`; undefined while it is still working on it, or has not read it yet. */
export function agentOutcome(snapshot: SessionSnapshot, promptId: string): AgentOutcome | undefined {
  const { thread, failure, executor } = snapshot;
  if (executor === 'elsewhere') return failed(thread, 'UNSUPPORTED', 'Another tab runs this agent.');
  if (failure) return failed(thread, 'SERVER_ERROR', `${failure.code}: ${failure.message}`);
  if (snapshot.loading || snapshot.posting || snapshot.stopping) return undefined;
  if (!thread.messages.some(({ id }) => id === promptId)) return undefined;
  const run = currentRun(thread);
  const stop = guardStop(run);
  if (stop) return failed(thread, GUARDS[stop.code], stop.message);
  switch (run?.status) {
    case 'error':
      return failed(thread, 'SERVER_ERROR', run.error ? `${run.error.code}: ${run.error.message}` : 'Its run failed.');
    case 'interrupt':
      return failed(
        thread,
        'UNSUPPORTED',
        'It waits for a person to speak in its model’s place, which only the main agent does.',
      );
    case 'cancelled':
      return stopped(thread);
    case 'success':
      if (pendingCalls(thread).length > 0) return undefined;
      return { status: 'done', text: lastText(thread) || 'It ended without a word.' };
    default:
      return undefined;
  }
}

/** The outcome of an agent that somebody ended. */
export const stopped = (thread: ThreadState): AgentOutcome => ({
  status: 'stopped',
  error: 'ABORTED',
  text: withWords('The agent was stopped before it was done.', thread),
});

const failed = (thread: ThreadState, error: ErrorCode, why: string): AgentOutcome =>
  agentFailure(error, withWords(`The agent did not come to an end. ${why}`, thread));

/** The outcome of an agent that could not do its work. */
export const agentFailure = (error: ErrorCode, text: string): AgentOutcome => ({ status: 'failed', error, text });

function withWords(text: string, thread: ThreadState): string {
  const words = lastText(thread);
  return words === '' ? text : `${text}\n\nIts last words were:\n${words}`;
}

/** The agent's last text since the last user message. */
function lastText({ messages }: ThreadState): string {
  for (const message of messages.toReversed()) {
    if (message.role === 'user') return '';
    if (message.role === 'assistant' && message.content) return message.content.trim();
  }
  return '';
}
