import type { AgentSpawner } from '@/lib/ports';
import { emptyThread, type AgentOptions, type Cassette, type PermissionMode, type ThreadState } from '@/lib/protocol';
import { messageOf } from '@/lib/protocol/message-of';
import type { ToolFilter } from '@/lib/tools/pool/filter-tools';
import type { LiveCall } from '../executor/call-views';
import type { Dispatching, Toolset } from '../executor/toolset';
import type { Inbox } from '../thread/inbox';
import type { SessionSnapshot } from '../thread/session-snapshot';
import type { ThreadSession } from '../thread/thread-session';
import { openAgentContext, type AgentContext } from './agent-context';
import { callIdOf } from '../agent-view';
import type { AgentWorld, Parent } from './agent-world';
import type { AgentRecord } from './agent-record';
import { createChildSession } from './child-session';
import { clampMode } from './clamp-mode';
import { agentFailure, agentOutcome, stopped, type AgentOutcome } from './outcome';
import type { Slots } from './slots';

/** How long an agent has to end its run and settle its calls after it was asked to stop, milliseconds. */
const STOP_MS = 4000;

export interface RunOptions {
  world: AgentWorld;
  parent: Parent;
  /** The current record. */
  record: () => AgentRecord;
  change: (change: Partial<AgentRecord>) => void;
  filter: ToolFilter;
  /** What other agents of the conversation have used. */
  tokensBeside: () => number;
  /** The recording that it replays. */
  cassette: () => Cassette | undefined;
  /** `resumed`: it may already have a conversation. */
  how: 'new' | 'resumed';
  /** Starts agents on behalf of this one. */
  spawner: (self: Parent) => AgentSpawner;
  inbox: Inbox;
  slots: Slots;
  onConversation: (thread: ThreadState, live: ReadonlyMap<string, LiveCall>, toolset: Toolset) => void;
}

/** A running agent. */
export interface AgentRun {
  /** Never rejects. Undefined if the agent was detached by `close`. */
  readonly ended: Promise<AgentOutcome | undefined>;
  /** Asks it to end. */
  stop(): void;
  /** An inbox message has arrived. */
  look(): void;
  /** Detaches the agent in its current state: this page no longer follows it. */
  close(): void;
}

/** Starts an agent on the latest prompt in its record. */
export const runAgent = (options: RunOptions): AgentRun => new Run(options);

class Run implements AgentRun {
  readonly ended: Promise<AgentOutcome | undefined>;
  readonly #options: RunOptions;
  readonly #over = new AbortController();
  readonly #isToHear: (thread: ThreadState) => boolean;
  #settle: (outcome?: AgentOutcome) => void = () => undefined;
  #session: ThreadSession | undefined;
  #snapshot: SessionSnapshot | undefined;
  #own: AgentContext | undefined;
  #mode: PermissionMode | undefined;

  constructor(options: RunOptions) {
    this.#options = options;
    this.#mode = options.record().mode;
    this.#isToHear = listenTo(options.inbox, () => this.#lookForEnd(), this.#over.signal);
    const settled = new Promise<AgentOutcome | undefined>((resolve) => {
      this.#settle = (outcome) => {
        this.#over.abort();
        resolve(outcome);
      };
    });
    this.ended = settled.then(async (outcome) => {
      if (outcome) await this.#own?.leave().catch(() => undefined);
      return outcome;
    });
    void this.#work(settled).catch((error: unknown) => this.#settle(agentFailure('EXECUTION_ERROR', messageOf(error))));
  }

  look(): void {
    this.#session?.mailed(this.#options.inbox.any());
    this.#lookForEnd();
  }

  stop(): void {
    const { signal } = this.#over;
    if (signal.aborted) return;
    const soFar = this.#snapshot?.thread ?? emptyThread;
    if (!this.#session) return this.#settle(stopped(soFar));
    void this.#session.stop();
    const { wait } = this.#options.world.ports;
    void wait(STOP_MS, signal).then(() => this.#settle(stopped(this.#snapshot?.thread ?? soFar)));
  }

  close(): void {
    this.#settle();
  }

  #lookForEnd(): void {
    const snapshot = this.#snapshot;
    if (!snapshot || this.#over.signal.aborted) return;
    const outcome = agentOutcome(snapshot, this.#options.record().promptId);
    if (outcome && !(outcome.status === 'done' && this.#isToHear(snapshot.thread))) this.#settle(outcome);
  }

  async #work(settled: Promise<unknown>): Promise<void> {
    const { signal } = this.#over;
    const giveBack = await this.#options.slots.take(signal);
    try {
      if (!signal.aborted) await this.#begin();
      await settled;
    } finally {
      giveBack?.();
      this.#session?.close();
    }
  }

  async #begin(): Promise<void> {
    const { world, parent, record, change, how, filter, inbox, tokensBeside, onConversation } = this.#options;
    const { signal } = this.#over;
    const mode = () => clampMode(parent.mode(), this.#mode);
    const agentOptions = () => optionsOf(record(), parent.options(), mode());
    const setMode = (chosen: PermissionMode) => (this.#mode = chosen);
    const entered = await openAgentContext({ world, parent, record, change, how, mode, setMode, signal });
    if (!entered.ok) return this.#settle(entered.outcome);
    const { opened } = entered;
    this.#own = opened;
    const context: Parent['context'] = async (until) => ({ ...(await opened.context(until)), spawner });
    const spawner = this.#options.spawner({ mode, options: agentOptions, context });
    const loadToolset = () => world.loadToolset(filter);
    const toolset = await loadToolset();
    if (signal.aborted) return;
    this.#session = createChildSession({
      threadId: record().threadId,
      ports: world.ports,
      client: world.client,
      loadToolset,
      dispatching: inItsName(world.dispatching, record, mode),
      memory: opened.memory,
      agentOptions: () => ({ ...agentOptions(), ...this.#inserted() }),
      tokensBeside,
      context,
      files: world.files,
      inbox,
      onChange: (next) => {
        this.#snapshot = next;
        onConversation(next.thread, next.live, toolset);
        this.#lookForEnd();
      },
    });
    this.#session.mailed(inbox.any());
    const failed = await setToWork(this.#session, this.#options, () => this.#snapshot, signal);
    if (failed) this.#settle(failed);
  }

  /** Only the first run carries the cassette: after that, the log has it. */
  #inserted(): { cassette?: Cassette } {
    const cassette = (this.#snapshot?.thread.seq ?? 0) === 0 ? this.#options.cassette() : undefined;
    return { ...(cassette && { cassette }) };
  }
}

/** The options of each run of an agent. */
function optionsOf({ system, model, maxTurns }: AgentRecord, given: AgentOptions, mode: PermissionMode): AgentOptions {
  const turns = [maxTurns, given.maxTurns].filter((most) => most !== undefined);
  return {
    ...given,
    mode,
    system,
    ...(model !== undefined && { modelName: model }),
    ...(turns.length > 0 && { maxTurns: Math.min(...turns) }),
  };
}

/**
 * Whether inbox messages keep an otherwise finished agent running. `onHeard`: the messages that its recording has here have
 * arrived.
 */
function listenTo(inbox: Inbox, onHeard: () => void, signal: AbortSignal): (thread: ThreadState) => boolean {
  /** Pending while it waits for those messages. */
  let patience: Promise<void> | undefined;
  const hasHeard = () => {
    patience = undefined;
    onHeard();
  };
  return (thread) => {
    if (!inbox.wake(thread)) return false;
    if (inbox.missing(thread)) patience ??= inbox.come(thread, signal).then(hasHeard);
    return patience !== undefined || inbox.waiting(thread).length > 0;
  };
}

/** Uses the agent's own mode, and tells the person which agent asks. */
function inItsName(dispatching: Dispatching, record: () => AgentRecord, mode: () => PermissionMode): Dispatching {
  const { permissions } = dispatching;
  return {
    ...dispatching,
    permissions: {
      ...permissions,
      mode,
      ask(request, signal) {
        const { id, name } = record();
        return permissions.ask({ ...request, callId: callIdOf(id, request.callId), agent: { id, name } }, signal);
      },
    },
  };
}

/** Sends the agent its prompt unless its conversation already has it; returns an outcome if that cannot be determined. */
async function setToWork(
  session: ThreadSession,
  { world, record, how }: RunOptions,
  snapshot: () => SessionSnapshot | undefined,
  signal: AbortSignal,
): Promise<AgentOutcome | undefined> {
  const { threadId, promptId, prompt } = record();
  if (how === 'resumed') {
    const known = await world.client.summary(threadId);
    if (!known.ok && known.status !== 404) return agentFailure('SERVER_ERROR', `${known.code}: ${known.message}`);
    if (known.ok) {
      await session.resume();
      while (snapshot()?.loading && !signal.aborted) await world.ports.wait(READ_MS, signal);
      const { messages } = snapshot()?.thread ?? emptyThread;
      if (messages.some((message) => message.id === promptId)) return undefined;
    }
  }
  if (!signal.aborted) await session.send({ id: promptId, role: 'user', content: prompt });
  return undefined;
}

const READ_MS = 20;
