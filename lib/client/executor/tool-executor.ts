import type { ToolMessage } from '@ag-ui/core';
import type { KeyValue } from '@/lib/stores';
import {
  callOf,
  unansweredCalls,
  type FoldedCall,
  type ThreadState,
  sha256,
  type Language,
  type Timings,
} from '@/lib/protocol';
import { AbortReason, fromToolMessage, toToolMessage, type ResolvedResult, finalPhase } from '@/lib/tools/result';
import { createFrameBatch } from '../pace';
import type { WritingCall } from '../workspace/project';
import type { LiveCall } from './call-views';
import type { Toolset, ThreadDispatching } from './toolset';
import type { Dispatcher, OnStart, ResolvedCall, ToolCall } from '@/lib/tools/dispatch';
import type { LockGain } from '../thread-lock';
import { createJournal, type Journal } from './journal';

export interface ToolExecutorOptions extends Pick<
  AnswerCallsOptions,
  'dispatching' | 'beforeCall' | 'keep' | 'onCall'
> {
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
  /** Ids of the calls that a stop met before they began. */
  readonly notRun: readonly string[];
  /** Nobody needs the results any more. */
  discard(why: string): void;
  /** The log has come this far; `whole` if it is complete. */
  follow(thread: ThreadState, whole: boolean): void;
}

/** The calls of a turn while they are run. */
interface CallsUnderWay {
  readonly abort: AbortController;
  discarded: boolean;
  readonly callIds: readonly string[];
  /** Ids of those that have begun, here or before a reload. */
  readonly begun: Set<string>;
}

export function createToolExecutor(options: ToolExecutorOptions): ToolExecutor {
  const { threadId, loadToolset, dispatching, beforeCall, keep, onCall, signal } = options;
  const journal = createJournal(options.journal, threadId);
  let run: CallsUnderWay | undefined;
  let stopped: CallsUnderWay | undefined;
  /** Whether results were posted, by this page or a previous one, that the log may not show yet. */
  let unconfirmed = true;
  let made: { readonly toolset: Toolset; readonly dispatcher: Dispatcher } | undefined;
  const dispatcherOf = (toolset: Toolset): Dispatcher => {
    if (made?.toolset !== toolset) made = { toolset, dispatcher: toolset.dispatcher(dispatching) };
    return made.dispatcher;
  };

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
      const callIds = calls.map((call) => call.id);
      const mine: CallsUnderWay = { abort: new AbortController(), discarded: false, callIds, begun: new Set() };
      run = mine;
      stopped = undefined;
      const discarded = () => mine.discarded || signal.aborted;
      try {
        const answering = { signal: mine.abort.signal, discarded, gained, begun: mine.begun };
        const toolset = await loadToolset();
        const messages = await answerCalls(
          calls,
          { toolset, dispatcher: dispatcherOf(toolset), journal, dispatching, beforeCall, keep, onCall },
          answering,
        );
        if (discarded()) return;
        unconfirmed = true;
        await post(messages);
      } finally {
        run = undefined;
      }
    },
    stop() {
      stopped = run;
      run?.abort.abort(new AbortReason('stopped', STOPPED));
    },
    get notRun() {
      return stopped?.callIds.filter((callId) => !stopped?.begun.has(callId)) ?? [];
    },
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
  /** By call id; another map once a call has changed. */
  readonly calls: ReadonlyMap<string, LiveCall>;
  onCall: AnswerCallsOptions['onCall'];
  cancel(): void;
}

const NOT_RUN: LiveCall = { phase: 'complete', output: '' };

/** A phase or a result is reported at once, output with the next frame. */
export function createLiveCalls(onChange: () => void): LiveCalls {
  const calls = new Map<string, LiveCall>();
  /** Copied only when it is looked at: a turn may have a thousand calls, and each changes several times. */
  let shown: ReadonlyMap<string, LiveCall> | undefined;
  const frame = createFrameBatch(onChange);
  return {
    get calls() {
      return (shown ??= new Map(calls));
    },
    onCall(callId, change) {
      const before = calls.get(callId) ?? NOT_RUN;
      const after = change(before);
      calls.set(callId, after);
      shown = undefined;
      frame.request();
      if (after.phase !== before.phase || after.result !== before.result) frame.flush();
    },
    cancel: () => frame.cancel(),
  };
}

/** Maximum number of characters of running output that are kept for display. */
const SHOWN_OUTPUT = 20_000;

interface AnswerCallsOptions {
  toolset: Toolset;
  /** Of the toolset and `dispatching`. */
  dispatcher: Dispatcher;
  journal: Journal;
  /** What calls are dispatched with; the same in every turn. */
  dispatching: ThreadDispatching;
  /** Called before a call that may change files runs. */
  beforeCall: () => Promise<void>;
  /** Stores the tools' memory, and the workspace after a call that may have changed files. */
  keep: (wrote?: WritingCall) => Promise<void>;
  /** A change of a call that is not in the log yet. */
  onCall: (callId: string, change: (call: LiveCall) => LiveCall) => void;
}

interface Answering {
  signal: AbortSignal;
  /** Whether nobody needs the results any more: another tab took over, or the server resolved the calls. */
  discarded: () => boolean;
  /** How this tab got the thread: tells whether another tab may have started a call. */
  gained: LockGain;
  /** Gets the id of each call that begins. */
  begun: Set<string>;
}

/**
 * Answers a turn's calls, in call order, exactly one per call; those that the journal knows are not run again. Never rejects
 * because of a call.
 */
export async function answerCalls(
  calls: readonly FoldedCall[],
  options: AnswerCallsOptions,
  answering: Answering,
): Promise<ToolMessage[]> {
  const { toolset, dispatcher, journal } = options;
  // All of them first: calls that waited for their own would start in any order, and meet limits in that.
  const hashes = new Map(await Promise.all(calls.map(async ({ id, args }) => [id, await sha256(args)] as const)));
  const turn = new CallsOfTurn(options, answering, {
    hashes,
    recall: await journal.read(),
    queuedEarlier: queuedEarlier(calls),
  });
  const resolved = await toolset.schedule(calls, {
    concurrencyClassOf: dispatcher.concurrencyClassOf,
    scheduling: dispatcher.scheduling,
    run: (call) => turn.run(call),
  });
  return resolved.map(({ callId, result }) => turn.messages.get(callId) ?? newMessage(callId, result));
}

/** What is known of a turn's calls before they run. */
interface KnownOfCalls {
  /** Of their arguments, by call id. */
  hashes: ReadonlyMap<string, string>;
  recall: Awaited<ReturnType<Journal['read']>>;
  queuedEarlier: ReadonlyMap<string, number>;
}

/** Whether a call has begun to change files, and has run programs. */
interface Writes {
  begun: boolean;
  ran: boolean;
}

/** The calls of one turn as they run, each through the journal. */
class CallsOfTurn {
  /** The results so far, by call id. */
  readonly messages = new Map<string, ToolMessage>();
  readonly #options: AnswerCallsOptions;
  readonly #answering: Answering;
  readonly #known: KnownOfCalls;

  constructor(options: AnswerCallsOptions, answering: Answering, known: KnownOfCalls) {
    this.#options = options;
    this.#answering = answering;
    this.#known = known;
  }

  /** Runs a call, unless the journal has its result or cannot tell what became of it. */
  async run(call: ToolCall): Promise<ResolvedCall> {
    const { toolset, dispatching } = this.#options;
    const { signal, gained, begun } = this.#answering;
    const known = this.#known.recall(call.id, this.#hashOf(call.id));
    if (known.kind === 'untouched') return this.#dispatch(call);
    begun.add(call.id);
    if (known.kind === 'finished') return this.#show(call.id, known.message, fromToolMessage(known.message));
    const language = dispatching.language?.() ?? toolset.system.behaviour.language;
    const hint = await recoveryHint(call, toolset, dispatching, signal);
    return this.#finish(call.id, unknownOutcome(gained, language, hint));
  }

  async #dispatch(call: ToolCall): Promise<ResolvedCall> {
    const { dispatcher, onCall } = this.#options;
    const timed = (timings: Partial<Timings>) =>
      onCall(call.id, (live) => ({ ...live, timings: { ...live.timings, ...timings } }));
    const queuedAt = this.#known.queuedEarlier.get(call.id) ?? Date.now();
    timed({ queuedAt });
    const writes: Writes = { begun: false, ran: false };
    const resolved = await dispatcher.dispatch(call, {
      signal: this.#answering.signal,
      onStart: (started) => this.#begin(call.id, started, writes),
      onPhase: (phase) => {
        // The last phase is shown once files and result are stored: what a person saw succeed, a reload must not lose.
        if (phase !== 'running' && phase !== 'awaiting-approval') return;
        onCall(call.id, (live) => ({ ...live, phase }));
        if (phase === 'running') timed({ startedAt: Date.now() });
      },
      onOutput: (text) => onCall(call.id, (live) => ({ ...live, output: (live.output + text).slice(-SHOWN_OUTPUT) })),
    });
    return this.#finish(call.id, { ...resolved.result, timings: { ...resolved.timings, queuedAt } }, writes);
  }

  /**
   * The journal entry is the last thing written before the tool runs: a call that was only waiting for a person is made again,
   * and so is one that only reads.
   */
  async #begin(callId: string, { call, tool, input }: Started, writes: Writes): Promise<void> {
    this.#answering.begun.add(callId);
    if (tool.isReadOnly(input)) return;
    if (!writes.begun) await this.#options.beforeCall();
    writes.begun = true;
    writes.ran ||= tool.kind === 'execute';
    // A nested call is part of the call that makes it.
    if (call.id === callId && !tool.waitsForPerson) await this.#options.journal.started(callId, this.#hashOf(callId));
  }

  async #finish(callId: string, result: ResolvedResult, writes?: Writes): Promise<ResolvedCall> {
    const { journal, keep } = this.#options;
    const { discarded } = this.#answering;
    const message = newMessage(callId, result);
    if (!discarded()) {
      const leftRunning = result.details?.shellId !== undefined;
      await (writes?.begun ? keep({ callId, diff: result.diff, ran: writes.ran, leftRunning }) : keep());
      await journal.finished(callId, this.#hashOf(callId), message);
    }
    return this.#show(callId, message, result, !discarded());
  }

  #show(callId: string, message: ToolMessage, result: ResolvedResult, needed = true): ResolvedCall {
    const { onCall } = this.#options;
    this.messages.set(callId, message);
    const now = Date.now();
    const timings = result.timings ?? { queuedAt: now, startedAt: now, endedAt: now };
    const phase = finalPhase(result);
    // A result that nobody needs is no result: the log tells what became of the call.
    if (needed) onCall(callId, (live) => ({ ...live, phase, timings, result: fromToolMessage(message) }));
    else onCall(callId, ({ output }) => ({ phase: 'complete', output }));
    return { callId, phase, result, timings };
  }

  #hashOf(callId: string): string {
    return this.#known.hashes.get(callId) ?? '';
  }
}

/** What a tool that begins to run is given. */
type Started = Parameters<OnStart>[0];

/** When calls from before this page was opened were queued, by id: when their arguments were complete. */
const queuedEarlier = (calls: readonly FoldedCall[]): ReadonlyMap<string, number> =>
  new Map(calls.flatMap(({ id, endedAt = Infinity }) => (endedAt < performance.timeOrigin ? [[id, endedAt]] : [])));

const newMessage = (callId: string, result: ResolvedResult): ToolMessage =>
  toToolMessage(crypto.randomUUID(), callId, result);

async function recoveryHint(
  call: ToolCall,
  toolset: Toolset,
  dispatching: ThreadDispatching,
  signal: AbortSignal,
): Promise<string | undefined> {
  const prepared = toolset.prepare(call);
  if (!prepared?.tool.recoveryHint) return undefined;
  const aside = { callId: call.id, signal, deadline: Infinity, onOutput: () => undefined };
  return prepared.tool.recoveryHint(prepared.input, { ...(await dispatching.contextFor(call, signal)), ...aside });
}

interface UnknownTexts {
  readonly begun: Readonly<Record<LockGain, { what: string; summary: string }>>;
  readonly advice: string;
  text(what: string, advice: string): string;
}

const UNKNOWN: Readonly<Record<Language, UnknownTexts>> = {
  en: {
    begun: {
      free: { what: 'the page was reloaded or closed', summary: 'Outcome unknown after a reload' },
      taken: { what: 'another tab took the thread over', summary: 'Outcome unknown: another tab took over' },
    },
    advice: 'Look at the present state before you go on.',
    text: (what, advice) =>
      `Outcome unknown: ${what} while this call was running, so it may or may not have taken effect. ` +
      `It was not run again. ${advice}`,
  },
  zh: {
    begun: {
      free: { what: '页面被重新加载或关闭', summary: '重新加载后结果未知' },
      taken: { what: '另一个标签页接管了对话', summary: '结果未知：另一个标签页已接管' },
    },
    advice: '请先查看当前状态，再继续。',
    text: (what, advice) => `结果未知：此调用执行期间，${what}，因此它可能已生效，也可能没有。未再次执行。${advice}`,
  },
};

function unknownOutcome(gained: LockGain, language: Language, hint?: string): ResolvedResult {
  const { begun, advice, text } = UNKNOWN[language];
  const { what, summary } = begun[gained];
  return { success: false, error: 'ABORTED', text: text(what, hint ?? advice), summary };
}
