import type { ToolMessage } from '@ag-ui/core';
import { callOf, unansweredCalls, type FoldedCall, type ThreadState } from '@/lib/protocol';
import { AbortReason } from '@/lib/tools/abort-reason';
import type { CallAnswers, Answering } from './answer-calls';
import type { OnCall } from './live-calls';

export interface ToolExecutorOptions {
  /** Runs calls; see `answerCalls`. */
  answer: (calls: readonly FoldedCall[], answering: Answering, onCall: OnCall) => Promise<CallAnswers>;
  /** Stores the workspace and what the tools remember. Before each post of results. */
  keep: (wrote: boolean) => Promise<void>;
  /** All that this tab had to answer is in the log. */
  onAnswered: (isAnswered: (callId: string) => boolean) => void;
  onCall: OnCall;
  /** Aborts when the thread is left. */
  signal: AbortSignal;
}

const STOPPED = { en: 'The call was stopped by the person.', zh: '用户停止了此调用。' };

/** The calls of a turn that this tab answers. */
export interface ToolExecutor {
  readonly active: boolean;
  /** Runs the calls and posts their results, unless these are nobody's any more by then. */
  answer(
    calls: readonly FoldedCall[],
    gained: Answering['gained'],
    post: (results: ToolMessage[]) => Promise<void>,
  ): Promise<void>;
  /** The person stops the calls: their results are still wanted. */
  stop(): void;
  /** The results are nobody's any more. */
  discard(why: string): void;
  /** The log has come this far; `whole` where that is all there was. */
  follow(thread: ThreadState, whole: boolean): void;
}

export function createToolExecutor({ answer, keep, onAnswered, onCall, signal }: ToolExecutorOptions): ToolExecutor {
  let run: { abort: AbortController; discarded: boolean; callIds: readonly string[] } | undefined;
  /** Results were posted, by this page or the one before it, that the log may not show yet. */
  let unconfirmed = true;

  const discard = (why: string) => {
    if (!run) return;
    run.discarded = true;
    run.abort.abort(new AbortReason('superseded', why));
  };

  return {
    get active() {
      return run !== undefined;
    },
    async answer(calls, gained, post) {
      const mine = { abort: new AbortController(), discarded: false, callIds: calls.map((call) => call.id) };
      run = mine;
      const discarded = () => mine.discarded || signal.aborted;
      try {
        const answering = { signal: mine.abort.signal, discarded, gained };
        const { messages, wrote } = await answer(calls, answering, onCall);
        if (discarded()) return;
        await keep(wrote);
        if (discarded()) return;
        unconfirmed = true;
        await post(messages);
      } finally {
        run = undefined;
      }
    },
    stop: () => run?.abort.abort(new AbortReason('stopped', STOPPED)),
    discard,
    follow(thread, whole) {
      const resolved = (callId: string) => callOf(thread, callId)?.result !== undefined;
      if (run?.callIds.every(resolved)) discard('The server has settled these calls.');
      if (!unconfirmed || !whole || unansweredCalls(thread).length > 0) return;
      unconfirmed = false;
      onAnswered(resolved);
    },
  };
}
