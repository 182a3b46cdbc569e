import type { ToolMessage } from '@ag-ui/core';
import type { KeyValue } from '@/lib/stores';
import { callOf, unansweredCalls, type FoldedCall, type ThreadState } from '@/lib/protocol';
import { AbortReason } from '@/lib/tools/result';
import { createFrameBatch } from '../thread/tail';
import { answerCalls, type Answering, type AnswerCallsOptions, createJournal } from './answer-calls';
import type { LiveCall } from './call-views';
import type { Toolset } from './toolset';

export interface ToolExecutorOptions extends Pick<AnswerCallsOptions, 'dispatching' | 'keep' | 'onCall'> {
  threadId: string;
  /** Where the journal is stored. */
  journal: KeyValue;
  loadToolset: () => Promise<Toolset>;
  /** Aborts when the thread is left. */
  signal: AbortSignal;
}

const STOPPED = { en: 'The call was stopped by the person.', zh: '用户停止了此调用。' };

/** Runs the calls of a turn that this tab answers. */
export interface ToolExecutor {
  readonly active: boolean;
  /** Runs the calls and posts their results, unless nobody needs them by then. */
  answer(
    calls: readonly FoldedCall[],
    gained: Answering['gained'],
    post: (results: ToolMessage[]) => Promise<void>,
  ): Promise<void>;
  /** The person stops the calls; their results are still wanted. */
  stop(): void;
  /** Nobody needs the results any more. */
  discard(why: string): void;
  /** The log has come this far; `whole` if it is complete. */
  follow(thread: ThreadState, whole: boolean): void;
}

export function createToolExecutor(options: ToolExecutorOptions): ToolExecutor {
  const { threadId, loadToolset, dispatching, keep, onCall, signal } = options;
  const journal = createJournal(options.journal, threadId);
  let run: { abort: AbortController; discarded: boolean; callIds: readonly string[] } | undefined;
  /** Whether results were posted, by this page or a previous one, that the log may not show yet. */
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
        const toolset = await loadToolset();
        const messages = await answerCalls(calls, { toolset, journal, dispatching, keep, onCall }, answering);
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
      if (run?.callIds.every(resolved)) discard('The server has resolved these calls.');
      if (!unconfirmed || !whole || unansweredCalls(thread).length > 0) return;
      unconfirmed = false;
      void journal.forget(resolved);
    },
  };
}

/** What this tab knows about a thread's calls before the log does. */
export interface LiveCalls {
  /** By call id; a new map whenever a call changes. */
  readonly calls: ReadonlyMap<string, LiveCall>;
  onCall: AnswerCallsOptions['onCall'];
  cancel(): void;
}

const NOT_RUN: LiveCall = { phase: 'complete', output: '' };

/** Output is reported once per frame; a phase or a result at once. */
export function createLiveCalls(onChange: () => void): LiveCalls {
  let calls: ReadonlyMap<string, LiveCall> = new Map();
  const output = createFrameBatch(onChange);
  return {
    get calls() {
      return calls;
    },
    onCall(callId, change) {
      const before = calls.get(callId) ?? NOT_RUN;
      const after = change(before);
      calls = new Map(calls).set(callId, after);
      if (after.phase === before.phase && after.result === before.result) output.request();
      else onChange();
    },
    cancel: () => output.cancel(),
  };
}
