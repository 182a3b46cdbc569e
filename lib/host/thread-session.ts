import type { Message, ResumeEntry, UserMessage } from '@ag-ui/core';
import {
  currentLeg,
  pendingCalls,
  unansweredCalls,
  type AgentOptions,
  type FoldedCall,
  type LogLine,
  type ThreadState,
  type WrittenTurn,
} from '@/lib/protocol';
import { AbortReason } from '@/lib/tools/abort-reason';
import type { LiveCall } from './call-views';
import { guardStop } from './guard-stop';
import type { Answers, Answering } from './hands';
import { holdHands, type HandsGain } from './hands-lock';
import { describe, type LegClient, type Refusal } from './leg-client';
import type { Letters } from './letters';
import type { Fault, SessionFacts } from './session-facts';
import { postLeg, type PosterOptions } from './poster';
import { tailThread } from './tail';
import { createFrameBatch } from './frame-batch';
import { createThreadFeed } from './thread-feed';
import type { Visibility } from './visibility';
import type { Wait } from './wait';
import { askedTurn } from './your-turn';

/** How long a leg may say nothing before the server is asked whether it still lives, milliseconds. */
const QUIET_LEG_MS = 2_000;

export interface SessionOptions {
  threadId: string;
  client: LegClient;
  fetch: typeof fetch;
  wait: Wait;
  locks: LockManager | undefined;
  visibility: Visibility | undefined;
  build: PosterOptions['build'];
  /** Runs calls; see `answerCalls`. */
  answer: (calls: readonly FoldedCall[], answering: Answering, onCall: OnCall) => Promise<Answers>;
  /** Stores the workspace and what the tools remember. Before each post of results. */
  keep: (wrote: boolean) => Promise<void>;
  /** All that this tab had to answer is in the log. */
  onAnswered: (isAnswered: (callId: string) => boolean) => void;
  /** This tab may run calls, or no longer. */
  onHands: (hands: 'mine' | 'elsewhere') => void;
  /** The agent is done: what is said to it so that it goes on. Undefined where nobody has to be asked. Never rejects. */
  onDone: (thread: ThreadState, signal: AbortSignal) => Promise<UserMessage | undefined> | undefined;
  /** What other agents have to say to this one. */
  letters: Letters;
  /** The options the server keeps for the thread. */
  onOptions: (options: AgentOptions) => void;
  onChange: (facts: SessionFacts) => void;
}

export type OnCall = (callId: string, change: (call: LiveCall) => LiveCall) => void;

/** One thread, followed and worked on by this tab. No method throws. */
export interface ThreadSession {
  readonly log: readonly LogLine[];
  /** Reads a thread that exists and goes on with it, whatever state it is in. */
  resume(): Promise<void>;
  send(message: UserMessage): Promise<void>;
  stop(): Promise<void>;
  retry(): Promise<void>;
  /** Answers what asks a person for the model's turn; without one, the model that is chosen now answers. */
  takeTurn(turn?: WrittenTurn): Promise<void>;
  /** A letter has come. */
  look(): void;
  takeOver(): void;
  close(): void;
}

const NOT_RUN: LiveCall = { phase: 'complete', output: '' };

export function createThreadSession(options: SessionOptions): ThreadSession {
  const { threadId, client, letters } = options;
  const closed = new AbortController();
  const { signal } = closed;

  let live: ReadonlyMap<string, LiveCall> = new Map();
  let connection: SessionFacts['connection'] = 'off';
  let fault: Fault | undefined;
  let known = false;
  let loadedAt: number | undefined;
  let mine = false;
  let gained: HandsGain = 'free';
  let elsewhere = false;
  let stopping = false;
  let busy = false;
  /** Said by the person, not yet accepted by the server. */
  let outbox: UserMessage[] = [];
  /** The run that was posted last, until the log shows it. */
  let expected: string | undefined;
  /** Refused because a leg is live that the log does not show yet. */
  let behind = false;
  /** Results were posted, by this page or the one before it, that the log may not show yet. */
  let unconfirmed = true;
  /** Where the log ends that has everything stopped. */
  let stopped: number | undefined;
  /** The leg that this tab saw at work, until it was asked whether the agent is done. */
  let witnessed: string | undefined;
  let asking: AbortController | undefined;
  let working: Promise<void> = Promise.resolve();
  let run: { abort: AbortController; discarded: boolean; callIds: readonly string[] } | undefined;

  const feed = createThreadFeed(() => {
    const { thread } = feed;
    behind = false;
    if (expected !== undefined && thread.legs.some((leg) => leg.runId === expected)) expected = undefined;
    if (run?.callIds.every((id) => thread.calls[id]?.result)) discardRun('The server has settled these calls.');
    if (loadedAt !== undefined && feed.seq >= loadedAt) loadedAt = undefined;
    if (unconfirmed && loadedAt === undefined && unansweredCalls(thread).length === 0) {
      unconfirmed = false;
      options.onAnswered((callId) => thread.calls[callId]?.result !== undefined);
    }
    changed();
  });

  const changed = () => {
    if (signal.aborted) return;
    if (stopped !== undefined && feed.seq >= stopped) {
      stopped = undefined;
      stopping = false;
    }
    pump();
    if (following && resting()) unfollow();
    options.onChange({
      thread: feed.thread,
      live,
      loading: loadedAt !== undefined,
      posting: expected !== undefined || (busy && !run),
      stopping,
      hands: elsewhere ? 'elsewhere' : 'mine',
      connection,
      known,
      ...(fault && { fault }),
    });
  };

  const onCall: OnCall = (callId, change) => {
    const before = live.get(callId) ?? NOT_RUN;
    const after = change(before);
    live = new Map(live).set(callId, after);
    if (after.phase === before.phase && after.result === before.result) output.request();
    else changed();
  };
  const output = createFrameBatch(() => changed());

  /** Decides what this tab does next. Called after everything that happens. */
  const pump = () => {
    if (!mine || busy || stopping || fault || behind || expected !== undefined || loadedAt !== undefined) return;
    const leg = currentLeg(feed.thread);
    if (leg?.status === 'live') {
      witnessed = leg.runId;
      return;
    }
    if (outbox.length > 0) return work(() => deliver(outbox));
    if (leg?.status === 'error') return;
    const pending = pendingCalls(feed.thread);
    if (pending.length > 0) work(() => answer(pending));
    else if (leg?.status === 'success' && letters.wake() && letters.waiting().length > 0) work(() => deliver([]));
    else if (leg?.status === 'success' && leg.runId === witnessed) askWhetherDone();
  };

  /** Only of a leg that this tab saw at work, and once. */
  const askWhetherDone = () => {
    witnessed = undefined;
    asking = new AbortController();
    const answer = options.onDone(feed.thread, AbortSignal.any([signal, asking.signal]));
    if (!answer) return;
    work(async () => {
      const next = await answer;
      if (next && outbox.length === 0 && !stopping) outbox = [next];
    });
  };

  const work = (task: () => Promise<void>) => {
    busy = true;
    working = task()
      .catch((error: unknown) => {
        fault = { code: 'HOST_ERROR', message: describe(error) };
      })
      .finally(() => {
        busy = false;
        changed();
      });
  };

  const post = async (messages: Message[], resume: readonly ResumeEntry[] = []): Promise<boolean> => {
    const answer = await postLeg(messages, resume, { ...options, signal });
    if (answer.ok) {
      const { runId } = answer.value;
      if (!feed.thread.legs.some((leg) => leg.runId === runId)) expected = runId;
      witnessed = runId;
      known = true;
      follow();
    } else if (answer.code === 'RUN_ACTIVE') {
      behind = currentLeg(feed.thread)?.status !== 'live';
      known = true;
      follow();
    } else if (!signal.aborted) fault = answer;
    return answer.ok;
  };

  /** A leg that brings nothing: it takes over a dead one, or makes a failed model turn again. */
  const postNothing = async () => void (await post([]));

  /** A person lets a leg go on that a guard ended, or that waits for a turn. */
  const postResume = async (interruptId: string, payload?: WrittenTurn) =>
    void (await post([], [{ interruptId, status: 'resolved', ...(payload && { payload }) }]));

  /** A letter that was posted in vain waits on, and is posted under the same id again. */
  const postWithLetters = async (before: readonly Message[], after: readonly Message[] = []): Promise<boolean> => {
    const waiting = letters.waiting();
    const ok = await post([...before, ...waiting, ...after]);
    if (ok) letters.delivered(waiting);
    return ok;
  };

  const deliver = async (messages: readonly UserMessage[]) => {
    if (await postWithLetters([], messages)) outbox = outbox.filter((message) => !messages.includes(message));
  };

  const answer = async (calls: readonly FoldedCall[]) => {
    const mineNow = { abort: new AbortController(), discarded: false, callIds: calls.map((call) => call.id) };
    run = mineNow;
    changed();
    const discarded = () => mineNow.discarded || signal.aborted;
    try {
      const { messages, wrote } = await options.answer(
        calls,
        { signal: mineNow.abort.signal, discarded, gained },
        onCall,
      );
      if (discarded()) return;
      await options.keep(wrote);
      if (discarded()) return;
      unconfirmed = true;
      // A call that was cut off by a stop is left open: the server settles it, and asks no model.
      const results = stopping ? messages.filter(({ error }) => error !== 'ABORTED') : messages;
      if (stopping) await (results.length > 0 && post(results));
      else await postWithLetters(results);
    } finally {
      run = undefined;
    }
  };

  const discardRun = (why: string) => {
    if (!run) return;
    run.discarded = true;
    run.abort.abort(new AbortReason('superseded', why));
  };

  let following: AbortController | undefined;
  const follow = () => {
    if (following || signal.aborted) return;
    following = new AbortController();
    void tailThread({
      ...options,
      signal: AbortSignal.any([signal, following.signal]),
      after: () => feed.seq,
      onLines: (lines) => feed.take(lines),
      onConnection(next) {
        connection = next;
        changed();
      },
      onRefused: refused,
    });
  };

  const unfollow = () => {
    following?.abort();
    following = undefined;
    connection = 'off';
  };

  /** A tab that nobody sees holds no connection while it only watches or nothing can come: a browser has six for a host. */
  const resting = () =>
    options.visibility?.hidden() === true &&
    loadedAt === undefined &&
    stopped === undefined &&
    (elsewhere || (currentLeg(feed.thread)?.status !== 'live' && expected === undefined && !behind));

  const look = () => {
    if (resting()) changed();
    else if (known && !following && !fault) void resume();
  };
  options.visibility?.onChange(look, signal);

  const refused = (refusal: Refusal) => {
    unfollow();
    loadedAt = undefined;
    fault = refusal;
    changed();
  };

  /** A leg that says nothing may be dead: its server gone, or gone before it logged anything. */
  const watchLegs = async () => {
    let seen = feed.seq;
    while (!signal.aborted) {
      await options.wait(QUIET_LEG_MS, signal);
      const quiet = feed.seq === seen;
      seen = feed.seq;
      const waiting = behind || expected !== undefined || currentLeg(feed.thread)?.status === 'live';
      if (!quiet || !waiting || !mine || busy || fault || signal.aborted) continue;
      const summary = await client.summary(threadId);
      if (!summary.ok || feed.seq !== seen || busy || signal.aborted) continue;
      if (summary.value.orphaned) work(postNothing);
      else if (!summary.value.live && summary.value.lastSeq <= feed.seq) {
        expected = undefined;
        behind = false;
        changed();
      }
    }
  };

  const resume = async () => {
    loadedAt = Number.POSITIVE_INFINITY;
    changed();
    const summary = await client.summary(threadId);
    if (signal.aborted) return;
    if (!summary.ok) return refused(summary);
    known = true;
    options.onOptions(summary.value.options);
    loadedAt = summary.value.lastSeq > feed.seq ? summary.value.lastSeq : undefined;
    follow();
    look();
    changed();
  };

  void watchLegs();
  const lock = holdHands({
    locks: options.locks,
    threadId,
    onGained(how) {
      mine = true;
      gained = how;
      elsewhere = false;
      options.onHands('mine');
      // Hidden, it has not watched: what it knows is old, and old calls must not be run.
      if (known && !following && !fault) void resume();
      changed();
    },
    onElsewhere() {
      mine = false;
      elsewhere = true;
      // Sub-agents are let go of first: to abort their calls would stop them on the server.
      options.onHands('elsewhere');
      discardRun('Another tab runs this thread now.');
      look();
      changed();
    },
  });

  return {
    log: feed.log,
    resume,
    async send(message) {
      if (fault && fault.code !== 'NETWORK_ERROR') outbox = [];
      outbox.push(message);
      asking?.abort();
      fault = undefined;
      discardRun('The person said something new.');
      if (elsewhere) lock.takeOver();
      if (currentLeg(feed.thread)?.status === 'live') await client.stop(threadId);
      changed();
    },
    async stop() {
      stopping = true;
      outbox = [];
      asking?.abort();
      run?.abort.abort(new AbortReason('stopped', 'The call was stopped by the person.'));
      changed();
      await working;
      const answer = known ? await client.stop(threadId) : undefined;
      const summary = answer?.ok ? await client.summary(threadId) : answer;
      if (summary?.ok) {
        stopped = summary.value.lastSeq;
        follow();
      } else stopping = false;
      if (summary && !summary.ok) fault = summary;
      changed();
    },
    async retry() {
      fault = undefined;
      if (outbox.length > 0 || busy) return changed();
      if (!following) return resume();
      const leg = currentLeg(feed.thread);
      const stop = guardStop(leg);
      if (stop) work(() => postResume(stop.interruptId));
      else if (leg?.status === 'error') work(postNothing);
      changed();
    },
    async takeTurn(turn) {
      const asked = askedTurn(currentLeg(feed.thread));
      if (!asked || busy || !mine) return;
      fault = undefined;
      work(() => postResume(asked.interruptId, turn));
      changed();
    },
    look: changed,
    takeOver: () => lock.takeOver(),
    close() {
      discardRun('The thread was left.');
      closed.abort();
      feed.cancel();
      output.cancel();
      lock.release();
    },
  };
}
