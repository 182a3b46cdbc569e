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
import { callIdOf } from './agent-view';
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
export function runAgent(options: RunOptions): AgentRun {
  const { world, parent, record, inbox } = options;
  const over = new AbortController();
  const { signal } = over;
  let session: ThreadSession | undefined;
  let snapshot: SessionSnapshot | undefined;
  let own: AgentContext | undefined;
  let ownMode = record().mode;
  let settle: (outcome?: AgentOutcome) => void = () => undefined;
  const ended = new Promise<AgentOutcome | undefined>((resolve) => {
    settle = (outcome) => {
      over.abort();
      resolve(outcome);
    };
  });
  const mode = () => clampMode(parent.mode(), ownMode);
  const agentOptions = () => optionsOf(record(), parent.options(), mode());

  const look = () => {
    if (!snapshot || signal.aborted) return;
    const outcome = agentOutcome(snapshot, record().promptId);
    if (outcome && !(outcome.status === 'done' && isToHear(snapshot.thread))) settle(outcome);
  };
  const isToHear = listenTo(inbox, look, signal);

  void work().catch((error: unknown) => settle(agentFailure('EXECUTION_ERROR', messageOf(error))));
  return {
    ended: ended.then(async (outcome) => {
      if (outcome) await own?.leave().catch(() => undefined);
      return outcome;
    }),
    look() {
      session?.look();
      look();
    },
    stop() {
      if (signal.aborted) return;
      const soFar = snapshot?.thread ?? emptyThread;
      if (!session) return settle(stopped(soFar));
      void session.stop();
      void world.ports.wait(STOP_MS, signal).then(() => settle(stopped(snapshot?.thread ?? soFar)));
    },
    close: () => settle(),
  };

  async function work(): Promise<void> {
    const giveBack = await options.slots.take(signal);
    try {
      if (!signal.aborted) await begin();
      await ended;
    } finally {
      giveBack?.();
      session?.close();
    }
  }

  async function begin(): Promise<void> {
    const { change, how } = options;
    const setMode = (chosen: PermissionMode) => (ownMode = chosen);
    const entered = await openAgentContext({ world, parent, record, change, how, mode, setMode, signal });
    if (!entered.ok) return settle(entered.outcome);
    const { opened } = entered;
    own = opened;
    const context: Parent['context'] = async (until) => ({ ...(await opened.context(until)), spawner });
    const spawner = options.spawner({ mode, options: agentOptions, context });
    const loadToolset = () => world.loadToolset(options.filter);
    const toolset = await loadToolset();
    if (signal.aborted) return;
    session = createChildSession({
      threadId: record().threadId,
      ports: world.ports,
      client: world.client,
      loadToolset,
      dispatching: inItsName(world.dispatching, record, mode),
      memory: opened.memory,
      agentOptions: () => ({ ...agentOptions(), ...inserted() }),
      tokensBeside: options.tokensBeside,
      context,
      saveFiles: world.saveFiles,
      inbox,
      onChange(next) {
        snapshot = next;
        options.onConversation(next.thread, next.live, toolset);
        look();
      },
    });
    const failed = await setToWork(session, options, () => snapshot, signal);
    if (failed) settle(failed);
  }

  /** Only the first run carries the cassette: after that, the log has it. */
  function inserted() {
    const cassette = (snapshot?.thread.seq ?? 0) === 0 ? options.cassette() : undefined;
    return cassette && { cassette };
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
