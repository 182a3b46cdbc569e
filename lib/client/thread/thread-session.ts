import type { UserMessage } from '@ag-ui/core';
import {
  currentRun,
  type AgentOptions,
  type FoldedCall,
  type LogLine,
  type ThreadState,
  type WrittenTurn,
} from '@/lib/protocol';
import { messageOf } from '@/lib/protocol/message-of';
import { createToolExecutor, type ToolExecutorOptions } from '../executor/tool-executor';
import { createFollower } from './follower';
import { guardStop } from './guard-stop';
import { holdThreadLock, type LockGain } from './thread-lock';
import type { RunClient, RunRefusal } from './run-client';
import { createRunPosts } from './run-posts';
import type { Inbox } from './inbox';
import { createLiveCalls } from '../executor/live-calls';
import { nextStep } from './next-action';
import type { PosterOptions } from './poster';
import type { Failure, SessionSnapshot } from './session-snapshot';
import { createThreadFeed } from './thread-feed';
import type { Visibility } from './visibility';
import type { Wait } from './wait';
import { watchQuiet } from './watch-quiet';
import { askedTurn } from './your-turn';

export interface SessionOptions extends Pick<ToolExecutorOptions, 'answer' | 'keep' | 'onAnswered'> {
  threadId: string;
  client: RunClient;
  fetch: typeof fetch;
  wait: Wait;
  locks: LockManager | undefined;
  visibility: Visibility | undefined;
  build: PosterOptions['build'];
  /** This tab may run calls, or no longer. */
  onExecutor: (executor: 'mine' | 'elsewhere') => void;
  /** The agent is done: what is said to it so that it goes on. Undefined where nobody has to be asked. Never rejects. */
  onDone: (thread: ThreadState, signal: AbortSignal) => Promise<UserMessage | undefined> | undefined;
  /** What other agents have to say to this one. */
  inbox: Inbox;
  /** The options the server keeps for the thread. */
  onOptions: (options: AgentOptions) => void;
  onChange: (snapshot: SessionSnapshot) => void;
}

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
  /** An inbox message has come. */
  look(): void;
  takeOver(): void;
  close(): void;
}

/**
 * After everything that happens, `changed` decides what this tab does next (`nextStep`) and tells the page. One thing is done
 * at a time; what it needs to know of posts, calls and the connection, those keep themselves.
 */
export function createThreadSession(options: SessionOptions): ThreadSession {
  const { threadId, client, inbox } = options;
  const closed = new AbortController();
  const { signal } = closed;

  let failure: Failure | undefined;
  /** Whether the server knows the thread. */
  let known = false;
  /** Where the log ended when it was asked for; undefined once that much has come. */
  let loadedAt: number | undefined;
  let mine = false;
  let gained: LockGain = 'free';
  let elsewhere = false;
  let stopping = false;
  /** Where the log ends that has everything stopped. */
  let stopped: number | undefined;
  let busy = false;
  let working: Promise<void> = Promise.resolve();
  /** Said by the person, not yet accepted by the server. */
  let outbox: readonly UserMessage[] = [];
  /** The run that this tab saw at work, until it was asked whether the agent is done. */
  let witnessed: string | undefined;
  /** Ends what the next run waits for. */
  let pausing: AbortController | undefined;

  const changed = () => {
    if (signal.aborted) return;
    if (stopped !== undefined && feed.seq >= stopped) {
      stopped = undefined;
      stopping = false;
    }
    step();
    if (follower.on && resting()) follower.stop();
    options.onChange({
      thread: feed.thread,
      live: live.calls,
      loading: loadedAt !== undefined,
      posting: posts.posted || (busy && !executor.active),
      stopping,
      executor: elsewhere ? 'elsewhere' : 'mine',
      connection: follower.connection,
      known,
      ...(failure && { failure }),
    });
  };

  const refused = (refusal: RunRefusal) => {
    follower.stop();
    loadedAt = undefined;
    failure = refusal;
    changed();
  };

  const feed = createThreadFeed(() => {
    posts.follow();
    if (loadedAt !== undefined && feed.seq >= loadedAt) loadedAt = undefined;
    executor.follow(feed.thread, loadedAt === undefined);
    changed();
  });
  const follower = createFollower({
    threadId,
    fetch: options.fetch,
    wait: options.wait,
    signal,
    after: () => feed.seq,
    onLines: feed.take,
    onRefused: refused,
    onChange: changed,
  });
  const live = createLiveCalls(changed);
  const executor = createToolExecutor({ ...options, onCall: live.onCall, signal });
  const posts = createRunPosts({
    ...options,
    signal,
    thread: () => feed.thread,
    onKnown(runId) {
      known = true;
      witnessed = runId ?? witnessed;
      follower.start();
    },
    onRefused: (refusal) => (failure = refusal),
  });

  const work = (task: () => Promise<unknown>) => {
    const perform = async () => {
      try {
        await task();
      } catch (error) {
        failure = { code: 'HOST_ERROR', message: messageOf(error) };
      }
      busy = false;
      changed();
    };
    busy = true;
    working = perform();
  };

  const step = () => {
    if (!mine || busy || stopping || failure || posts.unseen || loadedAt !== undefined) return;
    const next = nextStep({ thread: feed.thread, outbox, inbox, witnessed });
    if (next.do === 'watch') witnessed = next.runId;
    else if (next.do === 'deliver') work(() => deliver(next.said));
    else if (next.do === 'answer') work(() => answer(next.calls));
    else if (next.do === 'ask') askWhetherDone();
  };

  const deliver = async (said: readonly UserMessage[]) => {
    if (await posts.postWithInbox([], said)) outbox = outbox.filter((message) => !said.includes(message));
  };

  const answer = async (calls: readonly FoldedCall[]) => {
    const answered = executor.answer(calls, gained, async (results) => {
      await inbox.come(feed.thread, pause());
      // A call that was cut off by a stop is left open: the server settles it, and asks no model.
      const ended = stopping ? results.filter(({ error }) => error !== 'ABORTED') : results;
      if (!stopping) await posts.postWithInbox(results);
      else if (ended.length > 0) await posts.post(ended);
    });
    changed();
    await answered;
  };

  const pause = () => {
    pausing = new AbortController();
    return AbortSignal.any([signal, pausing.signal]);
  };

  const askWhetherDone = () => {
    witnessed = undefined;
    const paused = pause();
    const { thread } = feed;
    const answer = options.onDone(thread, paused);
    if (!answer) return;
    work(async () => {
      const next = await answer;
      if (next) await inbox.come(thread, paused);
      if (next && outbox.length === 0 && !stopping) outbox = [next];
    });
  };

  /** A run that brings nothing: it takes over a dead one, or makes a failed model turn again. */
  const postNothing = () => posts.post([]);

  /** A tab that nobody sees holds no connection while it only watches or nothing can come: a browser has six for a host. */
  const resting = () =>
    options.visibility?.hidden() === true &&
    loadedAt === undefined &&
    stopped === undefined &&
    (elsewhere || (currentRun(feed.thread)?.status !== 'live' && !posts.unseen));

  const look = () => {
    if (resting()) changed();
    else if (known && !follower.on && !failure) void resume();
  };
  options.visibility?.onChange(look, signal);

  const resume = async () => {
    loadedAt = Number.POSITIVE_INFINITY;
    changed();
    const summary = await client.summary(threadId);
    if (signal.aborted) return;
    if (!summary.ok) return refused(summary);
    known = true;
    options.onOptions(summary.value.options);
    loadedAt = summary.value.lastSeq > feed.seq ? summary.value.lastSeq : undefined;
    follower.start();
    look();
    changed();
  };

  void watchQuiet({
    wait: options.wait,
    signal,
    seq: () => feed.seq,
    waiting: () => mine && !failure && (posts.unseen || currentRun(feed.thread)?.status === 'live'),
    busy: () => busy,
    summary: () => client.summary(threadId),
    onDead: () => work(postNothing),
    onOver() {
      posts.giveUp();
      changed();
    },
  });
  const lock = holdThreadLock({
    locks: options.locks,
    threadId,
    onGained(how) {
      mine = true;
      gained = how;
      elsewhere = false;
      options.onExecutor('mine');
      // Hidden, it has not watched: what it knows is old, and old calls must not be run.
      if (known && !follower.on && !failure) void resume();
      changed();
    },
    onElsewhere() {
      mine = false;
      elsewhere = true;
      // Sub-agents are let go of first: to abort their calls would stop them on the server.
      options.onExecutor('elsewhere');
      executor.discard('Another tab runs this thread now.');
      look();
      changed();
    },
  });

  return {
    log: feed.log,
    resume,
    async send(message) {
      outbox = [...(failure && failure.code !== 'NETWORK_ERROR' ? [] : outbox), message];
      pausing?.abort();
      failure = undefined;
      executor.discard('The person said something new.');
      if (elsewhere) lock.takeOver();
      if (currentRun(feed.thread)?.status === 'live') await client.stop(threadId);
      changed();
    },
    async stop() {
      stopping = true;
      outbox = [];
      pausing?.abort();
      executor.stop();
      changed();
      await working;
      const answer = known ? await client.stop(threadId) : undefined;
      const summary = answer?.ok ? await client.summary(threadId) : answer;
      if (summary?.ok) {
        stopped = summary.value.lastSeq;
        follower.start();
      } else stopping = false;
      if (summary && !summary.ok) failure = summary;
      changed();
    },
    async retry() {
      failure = undefined;
      if (outbox.length > 0 || busy) return changed();
      if (!follower.on) return resume();
      const run = currentRun(feed.thread);
      const stop = guardStop(run);
      if (stop) work(() => posts.resume(stop.interruptId));
      else if (run?.status === 'error') work(postNothing);
      changed();
    },
    async takeTurn(turn) {
      const asked = askedTurn(currentRun(feed.thread));
      if (!asked || busy || !mine) return;
      failure = undefined;
      work(() => posts.resume(asked.interruptId, turn));
      changed();
    },
    look: changed,
    takeOver: () => lock.takeOver(),
    close() {
      executor.discard('The thread was left.');
      closed.abort();
      feed.cancel();
      live.cancel();
      lock.release();
    },
  };
}
