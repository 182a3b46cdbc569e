import type { ToolMessage, UserMessage } from '@ag-ui/core';
import { currentRun, type AgentOptions, type LogLine, type ThreadState, type WrittenTurn } from '@/lib/protocol';
import { isPartMissing, messageOf } from '@/lib/protocol/message-of';
import {
  createLiveCalls,
  type LiveCalls,
  createToolExecutor,
  type ToolExecutor,
  type ToolExecutorOptions,
} from '../executor/tool-executor';
import { createFollower, type Follower, createThreadFeed, type ThreadFeed, watchQuiet } from './tail';
import type { ClientPorts } from '../browser-ports';
import type { Inbox } from './inbox';
import { createReachability, type Reachability } from './reachability';
import { type RunClient, createPoster, type Poster, type PosterOptions } from '../run-client';
import { isUnseen, reduceSession } from './session-reducer';
import type { Failure, SessionSnapshot } from './session-snapshot';
import { newSession, type SessionEffect, type SessionEvent, type SessionState } from './session-state';
import { holdThreadLock, type ThreadLock } from '../thread-lock';
import type { Visibility } from './visibility';

interface SessionOptions
  extends
    Pick<PosterOptions, 'runContext'>,
    Pick<ToolExecutorOptions, 'loadToolset' | 'dispatching' | 'beforeCall' | 'keep'> {
  threadId: string;
  client: RunClient;
  ports: Pick<ClientPorts, 'fetch' | 'wait' | 'locks' | 'database' | 'onOnline'>;
  visibility: Visibility | undefined;
  /** Called when this tab may run calls, or no longer may. */
  onExecutor: (executor: 'mine' | 'elsewhere') => void;
  /**
   * Called when the agent is done; returns a message that keeps it going. Undefined at once if there is nobody to ask. Never
   * rejects.
   */
  onDone: (thread: ThreadState, signal: AbortSignal) => Promise<UserMessage | undefined> | undefined;
  /** Messages from other agents. */
  inbox: Inbox;
  /** Gets the options that the server has stored for the thread, and whether its last run is still to be ended. */
  onOptions: (options: AgentOptions, underWay: boolean) => void;
  onChange: (snapshot: SessionSnapshot) => void;
}

/** One thread that this tab follows and works on. No method throws. */
export interface ThreadSession {
  readonly log: readonly LogLine[];
  /** Reads an existing thread and continues from its current state. */
  resume(): Promise<void>;
  send(message: UserMessage): Promise<void>;
  stop(): Promise<void>;
  retry(): Promise<void>;
  /** Answers a request for a person to write the model's turn; if no turn is given, the currently chosen model answers. */
  takeTurn(turn?: WrittenTurn): Promise<void>;
  /** Messages have arrived in the inbox, or were delivered; `any`: whether any is left. */
  mailed(any: boolean): void;
  takeOver(): void;
  close(): void;
}

export const createThreadSession = (options: SessionOptions): ThreadSession => new Session(options);

/**
 * Everything that happens is an event. The reducer returns the next state and the effects; this class performs the effects and
 * reports their outcome as further events.
 */
class Session implements ThreadSession {
  readonly log: readonly LogLine[];
  readonly #options: SessionOptions;
  readonly #closed = new AbortController();
  readonly #feed: ThreadFeed;
  readonly #live: LiveCalls;
  readonly #executor: ToolExecutor;
  readonly #follower: Follower;
  readonly #poster: Poster;
  readonly #reachability: Reachability;
  readonly #lock: ThreadLock;
  readonly #events: SessionEvent[] = [];
  #state = newSession;
  #reducing = false;
  /** Whether the inbox has anything: usually nobody writes, and then it is not asked. */
  #mailed = false;
  /** This tab's current work, and its requests to the server. */
  #working: Promise<void> = Promise.resolve();
  #asking: Promise<void> = Promise.resolve();
  /** Ends the wait before the next run. */
  #pausing: AbortController | undefined;

  constructor(options: SessionOptions) {
    const { threadId, visibility, client } = options;
    const { fetch, wait, locks, database, onOnline } = options.ports;
    const { signal } = this.#closed;
    this.#options = options;
    this.#feed = createThreadFeed(() =>
      this.#happened({ type: 'log', thread: this.#feed.thread, seq: this.#feed.seq }),
    );
    this.log = this.#feed.log;
    this.#live = createLiveCalls(() => this.#happened({ type: 'look' }));
    this.#executor = createToolExecutor({ ...options, journal: database.journal, onCall: this.#live.onCall, signal });
    this.#follower = createFollower({
      threadId,
      fetch,
      wait,
      signal,
      after: () => this.#feed.seq,
      onLines: this.#feed.take,
      onRefused: (refusal) => this.#happened({ type: 'refused', refusal }),
      onConnection: (connection) => this.#happened({ type: 'connection', connection }),
    });
    const onAnswer = (event: SessionEvent): void => this.#happened(event);
    this.#poster = createPoster({
      ...options,
      wait,
      signal,
      thread: () => this.#state.thread,
      inbox: () => (this.#mailed ? options.inbox : undefined),
      onAnswer,
    });
    visibility?.onChange(() => this.#happened({ type: 'visibility' }), signal);
    void watchQuiet({
      wait,
      signal,
      seq: () => this.#feed.seq,
      waiting: () => isWaiting(this.#state),
      busy: () => this.#state.work !== undefined,
      summary: () => client.summary(threadId),
      onDead: () => this.#happened({ type: 'dead' }),
      onOver: () => this.#happened({ type: 'over' }),
    });
    this.#reachability = createReachability({
      wait,
      signal,
      onOnline,
      ask: () => client.summary(threadId),
      onReachable: () => this.#happened({ type: 'reachable' }),
      onInVain: () => this.#happened({ type: 'in-vain' }),
    });
    this.#lock = holdThreadLock({
      locks,
      threadId,
      onGained: (how) => this.#happened({ type: 'gained', how }),
      onElsewhere: () => this.#happened({ type: 'lost' }),
    });
  }

  resume(): Promise<void> {
    return this.#settled({ type: 'resume' });
  }

  send(message: UserMessage): Promise<void> {
    return this.#settled({ type: 'said', message });
  }

  stop(): Promise<void> {
    return this.#settled({ type: 'stop' });
  }

  retry(): Promise<void> {
    return this.#settled({ type: 'retry' });
  }

  takeTurn(turn?: WrittenTurn): Promise<void> {
    return this.#settled({ type: 'turn', turn });
  }

  mailed(any: boolean): void {
    this.#mailed = any;
    this.#happened({ type: 'look' });
  }

  takeOver(): void {
    this.#lock.takeOver();
  }

  close(): void {
    this.#executor.discard('The thread was left.');
    this.#closed.abort();
    this.#feed.cancel();
    this.#live.cancel();
    this.#lock.release();
  }

  /** Resolves once the server has answered what the event asked of it: a summary, or a stop. Posts go on by themselves. */
  async #settled(event: SessionEvent): Promise<void> {
    this.#happened(event);
    await this.#asking;
  }

  /** Events that arrive while one is being processed are queued; the page is notified once for all of them. */
  #happened(event: SessionEvent): void {
    const { inbox, visibility, onChange } = this.#options;
    if (this.#closed.signal.aborted) return;
    this.#events.push(event);
    if (this.#reducing) return;
    this.#reducing = true;
    try {
      for (let next = this.#events.shift(); next; next = this.#events.shift()) {
        const thread = next.type === 'log' ? next.thread : this.#state.thread;
        const mail = this.#mailed ? { waiting: inbox.waiting(thread), wake: inbox.wake(thread) } : newSession.mail;
        const hidden = visibility?.hidden() === true;
        const [after, effects] = reduceSession({ ...this.#state, mail, hidden }, next);
        this.#state = after;
        if (RESETS_BACKOFF.has(next.type)) this.#reachability.reset();
        for (const effect of effects) this.#perform(effect);
      }
    } finally {
      this.#reducing = false;
    }
    onChange(snapshotOf(this.#state, this.#live));
  }

  #perform(effect: SessionEffect): void {
    switch (effect.do) {
      case 'follow':
        return this.#follower.start();
      case 'unfollow':
        return this.#follower.stop();
      case 'summary':
        this.#asking = this.#readSummary();
        return;
      case 'confirm':
        return this.#executor.follow(this.#state.thread, effect.whole);
      case 'deliver':
        return this.#work(() => this.#poster.postWithInbox([], effect.said));
      case 'post-nothing':
        return this.#work(() => this.#poster.post([]));
      case 'go-on':
        return this.#work(() => this.#poster.goOn(effect.interruptId, effect.turn));
      case 'answer':
        return this.#work(() =>
          this.#executor.answer(effect.calls, effect.gained, (results) => this.#postResults(results)),
        );
      case 'ask':
        return this.#askWhetherDone();
      case 'executor':
        return this.#options.onExecutor(effect.executor);
      case 'discard':
        return this.#executor.discard(effect.why);
      case 'stop-calls':
        return this.#executor.stop();
      case 'end-pause':
        return this.#pausing?.abort();
      case 'watch-server':
        return this.#reachability.start();
      case 'unwatch-server':
        return this.#reachability.stop();
      case 'take-over':
        return this.#lock.takeOver();
      case 'stop-run':
        this.#asking = this.#options.client.stop(this.#options.threadId).then(() => undefined);
        return;
      case 'stop-thread':
        this.#asking = this.#stopThread();
    }
  }

  #work(task: () => Promise<unknown>): void {
    this.#working = task().then(
      () => this.#happened({ type: 'worked' }),
      (error: unknown) =>
        this.#happened({
          type: 'worked',
          failure: { code: isPartMissing(error) ? 'PART_NOT_LOADED' : 'HOST_ERROR', message: messageOf(error) },
        }),
    );
  }

  #pause(): AbortSignal {
    this.#pausing = new AbortController();
    return AbortSignal.any([this.#closed.signal, this.#pausing.signal]);
  }

  async #postResults(results: ToolMessage[]): Promise<void> {
    await this.#recordedMail(this.#state.thread, this.#pause());
    if (!this.#state.stopping) return this.#poster.postWithInbox(results);
    // A call that a stop cut off is left open: the server resolves it without calling a model.
    const ended = results.filter(({ error }) => error !== 'ABORTED');
    if (ended.length > 0) await this.#poster.post(ended);
  }

  #askWhetherDone(): void {
    const { thread } = this.#state;
    const paused = this.#pause();
    const answer = this.#options.onDone(thread, paused);
    if (!answer) return this.#happened({ type: 'worked' });
    this.#work(async () => {
      const message = await answer;
      if (!message) return;
      await this.#recordedMail(thread, paused);
      this.#happened({ type: 'next', message });
    });
  }

  /** Waits for the inbox messages that the recording has here, if one is replayed. */
  async #recordedMail(thread: ThreadState, signal: AbortSignal): Promise<void> {
    if (thread.cassette) await this.#options.inbox.come(thread, signal);
  }

  async #readSummary(): Promise<void> {
    const { client, threadId, onOptions } = this.#options;
    const summary = await client.summary(threadId);
    if (this.#closed.signal.aborted) return;
    if (!summary.ok) return this.#happened({ type: 'refused', refusal: summary });
    const { options, lastSeq, live, orphaned, pendingToolCallIds } = summary.value;
    onOptions(options, live !== null || orphaned || pendingToolCallIds.length > 0);
    this.#happened({ type: 'summary', lastSeq });
  }

  async #stopThread(): Promise<void> {
    const { client, threadId } = this.#options;
    await this.#working;
    const { known, failure } = this.#state;
    // A post that nothing answered may have made the thread.
    const answer = known || failure?.stop ? await client.stop(threadId, this.#executor.notRun) : undefined;
    if (!known && answer?.ok === false && answer.status === 404) {
      return this.#happened({ type: 'stop-failed', refusal: undefined });
    }
    const summary = answer?.ok ? await client.summary(threadId) : undefined;
    if (summary?.ok) this.#happened({ type: 'stopped', lastSeq: summary.value.lastSeq });
    else this.#happened({ type: 'stop-failed', refusal: summary ?? (answer?.ok ? undefined : answer) });
  }
}

/** What the server has taken, or a person wants: what fails later is as good as new. */
const RESETS_BACKOFF: ReadonlySet<SessionEvent['type']> = new Set([
  'posted',
  'run-active',
  'summary',
  'stopped',
  'said',
  'stop',
  'retry',
  'turn',
]);

/** Whether something should arrive, and this tab would act if it does not. */
const isWaiting = (state: SessionState): boolean =>
  state.executor === 'mine' && !state.failure && (isUnseen(state) || currentRun(state.thread)?.status === 'live');

const snapshotOf = (state: SessionState, live: LiveCalls): SessionSnapshot => ({
  thread: state.thread,
  get live() {
    return live.calls;
  },
  loading: state.loadedAt !== undefined,
  posting: state.expected !== undefined || (state.work !== undefined && state.work !== 'answer') || isUnsent(state),
  stopping: state.stopping !== undefined,
  executor: state.executor === 'elsewhere' ? 'elsewhere' : 'mine',
  connection: state.connection,
  known: state.known,
  ...(state.failure && { failure: withUnsent(state.failure, state.outbox) }),
});

/** Whether the person has said something that is still to be posted. */
const isUnsent = ({ outbox, failure }: SessionState): boolean => outbox.length > 0 && !failure;

/** Failures that the same text would meet again in this page. */
const FINAL: ReadonlySet<string> = new Set(['BODY_TOO_LARGE', 'BAD_REQUEST', 'PART_NOT_LOADED']);

function withUnsent(failure: Failure, outbox: readonly UserMessage[]): Failure {
  const texts = !FINAL.has(failure.code)
    ? []
    : outbox.flatMap(({ content }) => (typeof content === 'string' ? [content] : []));
  return texts.length > 0 ? { ...failure, unsent: texts.join('\n\n') } : failure;
}
