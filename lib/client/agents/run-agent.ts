import type { AgentSpawner } from '@/lib/ports';
import { emptyThread, type AgentOptions, type Cassette, type ThreadState } from '@/lib/protocol';
import { messageOf } from '@/lib/protocol/message-of';
import type { CallContext } from '@/lib/tools/dispatch';
import type { ToolFilter } from '@/lib/tools/pool/filter-tools';
import { RestrictionStack } from '@/lib/tools/pool/restriction-stack';
import type { LiveCall } from '../executor/call-views';
import type { Inbox } from '../thread/inbox';
import type { SessionSnapshot } from '../thread/session-snapshot';
import { openThreadMemory } from '@/lib/stores';
import type { ThreadSession } from '../thread/thread-session';
import type { Dispatching, Toolset } from '../executor/toolset';
import { callIdOf } from './agent-view';
import type { AgentWorld, Parent } from './agent-world';
import type { AgentRecord } from './agent-record';
import { createChildSession } from './child-session';
import { clampMode } from './clamp-mode';
import { agentFailure, agentOutcome, stopped, type AgentOutcome } from './outcome';
import { enterOwnWorktree, leaveOwnWorktree } from './own-worktree';
import type { Slots } from './slots';
import { rootsIn } from './roots-in';

/** How long an agent has to end its run and settle its calls once it is asked to, milliseconds. */
const STOP_MS = 4000;

export interface RunOptions {
  world: AgentWorld;
  parent: Parent;
  /** As it stands now. */
  record: () => AgentRecord;
  change: (change: Partial<AgentRecord>) => void;
  filter: ToolFilter;
  /** What other agents of the conversation have used. */
  tokensBeside: () => number;
  /** What it replays. */
  cassette: () => Cassette | undefined;
  /** `resumed`: it may have a conversation already. */
  how: 'new' | 'resumed';
  /** In its own name. */
  spawner: (self: Parent) => AgentSpawner;
  inbox: Inbox;
  slots: Slots;
  onConversation: (thread: ThreadState, live: ReadonlyMap<string, LiveCall>, toolset: Toolset) => void;
}

/** An agent at work. */
export interface AgentRun {
  /** Never rejects. Undefined where it was let go of. */
  readonly ended: Promise<AgentOutcome | undefined>;
  /** Asks it to end. */
  stop(): void;
  /** An inbox message has come. */
  look(): void;
  /** Lets go of it as it is: nobody hears of it in this page any more. */
  close(): void;
}

/** Sets an agent to work, on what its record says it was told last. */
export function runAgent(options: RunOptions): AgentRun {
  const { world, parent, record, inbox } = options;
  const over = new AbortController();
  const { id, threadId } = record();
  let session: ThreadSession | undefined;
  let snapshot: SessionSnapshot | undefined;
  let own = record().mode;
  let settle: (outcome?: AgentOutcome) => void = () => undefined;
  const ended = new Promise<AgentOutcome | undefined>((resolve) => {
    settle = (outcome) => {
      over.abort();
      resolve(outcome);
    };
  });
  const mode = () => clampMode(parent.mode(), own);
  /** There while it waits for what its recording has it hear. */
  let patience: Promise<void> | undefined;
  let leaveWorktree = async (): Promise<void> => undefined;

  const look = () => {
    if (!snapshot || over.signal.aborted) return;
    const outcome = agentOutcome(snapshot, record().promptId);
    if (outcome && !(outcome.status === 'done' && isToHear(snapshot.thread))) settle(outcome);
  };

  /** Whether inbox messages keep it at work. */
  function isToHear(thread: ThreadState): boolean {
    if (!inbox.wake(thread)) return false;
    if (inbox.missing(thread)) patience ??= inbox.come(thread, over.signal).then(hasHeard);
    return patience !== undefined || inbox.waiting(thread).length > 0;
  }

  function hasHeard(): void {
    patience = undefined;
    look();
  }

  const agentOptions = (): AgentOptions => {
    const { system, model, maxTurns } = record();
    const given = parent.options();
    const turns = [maxTurns, given.maxTurns].filter((most) => most !== undefined);
    return {
      ...given,
      mode: mode(),
      system,
      ...(model !== undefined && { modelName: model }),
      ...(turns.length > 0 && { maxTurns: Math.min(...turns) }),
    };
  };

  /** Only the first run brings a cassette: then the log has it. */
  const inserted = () => {
    const cassette = (snapshot?.thread.seq ?? 0) === 0 ? options.cassette() : undefined;
    return cassette && { cassette };
  };

  void work().catch((error: unknown) => settle(agentFailure('EXECUTION_ERROR', messageOf(error))));
  return {
    ended: ended.then(async (outcome) => {
      if (outcome) await leaveWorktree().catch(() => undefined);
      return outcome;
    }),
    look() {
      session?.look();
      look();
    },
    stop() {
      if (over.signal.aborted) return;
      const soFar = snapshot?.thread ?? emptyThread;
      if (!session) return settle(stopped(soFar));
      void session.stop();
      void world.ports.wait(STOP_MS, over.signal).then(() => settle(stopped(snapshot?.thread ?? soFar)));
    },
    close: () => settle(),
  };

  async function work(): Promise<void> {
    const giveBack = await options.slots.take(over.signal);
    try {
      if (!over.signal.aborted) await begin();
      await ended;
    } finally {
      giveBack?.();
      session?.close();
    }
  }

  async function begin(): Promise<void> {
    const given = await parent.context(over.signal);
    const { sandbox } = given;
    const memory = sandbox && (await openThreadMemory(world.ports.database.threads, threadId, sandbox.workdir));
    if (memory && given.shell && options.how === 'new') {
      memory.shell.cwd = given.shell.cwd;
      Object.assign(memory.shell.env, given.shell.env);
    }
    const ports = await world.openPorts({
      threadId,
      shell: memory?.shell,
      mode,
      setMode: (chosen) => (own = chosen),
      callIdOf: (callId) => callIdOf(id, callId),
      signal: over.signal,
    });
    const apart = { record, change: options.change, worktrees: ports.worktrees };
    const stuck = await enterOwnWorktree(apart);
    if (stuck) return settle(stuck);
    await memory?.save();
    leaveWorktree = async () => {
      if (!(await leaveOwnWorktree(apart))) return;
      await memory?.save();
      await world.saveFiles(true);
    };

    // Its own; what its parent was narrowed to holds all the while.
    const restrictions = ports.restrictions ?? new RestrictionStack();
    restrictions.holdTo(record().held ?? []);
    const context = async (signal: AbortSignal): Promise<CallContext> => {
      const now = await parent.context(signal);
      const { worktree } = record();
      return {
        ...now,
        ...ports,
        mailbox: now.mailbox,
        teams: now.teams,
        permissionMode: mode(),
        skillDepth: 0,
        restrictions,
        ...(worktree && { writeRoots: rootsIn(worktree.path, now) }),
        ...(memory && { shell: memory.shell, ledger: memory.ledger }),
        spawner,
      };
    };
    const spawner = options.spawner({ mode, options: agentOptions, context });
    const loadToolset = () => world.loadToolset(options.filter);
    const toolset = await loadToolset();
    if (over.signal.aborted) return;
    session = createChildSession({
      threadId,
      ports: world.ports,
      client: world.client,
      loadToolset,
      dispatching: asking(world.dispatching),
      memory,
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
    await setToWork(session);
  }

  /** Says what the agent is to do, where its conversation does not have it already. */
  async function setToWork(started: ThreadSession): Promise<void> {
    const { promptId, prompt } = record();
    if (options.how === 'resumed') {
      const known = await world.client.summary(threadId);
      if (!known.ok && known.status !== 404)
        return settle(agentFailure('SERVER_ERROR', `${known.code}: ${known.message}`));
      if (known.ok) {
        await started.resume();
        const log = await read();
        if (log.messages.some((message) => message.id === promptId)) return;
      }
    }
    if (!over.signal.aborted) await started.send({ id: promptId, role: 'user', content: prompt });
  }

  /** The conversation, once all of it has come. */
  async function read(): Promise<ThreadState> {
    while (snapshot?.loading && !over.signal.aborted) await world.ports.wait(READ_MS, over.signal);
    return snapshot?.thread ?? emptyThread;
  }

  /** The mode is its own, and a person is told who asks. */
  function asking(dispatching: Dispatching): Dispatching {
    const { permissions } = dispatching;
    return {
      ...dispatching,
      permissions: {
        ...permissions,
        mode,
        ask: (request, signal) =>
          permissions.ask(
            { ...request, callId: callIdOf(id, request.callId), agent: { id, name: record().name } },
            signal,
          ),
      },
    };
  }
}

const READ_MS = 20;
