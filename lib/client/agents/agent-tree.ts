import { MAIN_AGENT, type AgentUsage, type MailboxStore, type TeamStore } from '@/lib/ports';
import { recordingOf, type AgentLog } from '@/lib/cassettes';
import { emptyThread, foldEvents, type Cassette } from '@/lib/protocol';
import { openPersisted, type KeyValue } from '@/lib/stores';
import { createLatestWrite } from '@/lib/stores/latest-write';
import { z } from 'zod';
import type { Inbox } from '../thread/inbox';
import { AgentRecordSchema, sumOf, tokensUsed, type AgentRecord } from './agent-record';
import { usageOf, type AgentView } from './agent-view';
import type { AgentWorld, Parent } from './agent-world';
import { createAgentTreeViews } from './agent-tree-views';
import { inboxFor } from './agent-inbox';
import { readLog } from './read-log';
import type { SharedAgents } from './shared-agents';
import { createSpawner } from './spawner';

export interface AgentTreeOptions {
  /** The thread that the person talks in. */
  threadId: string;
  /** While another tab runs the agents, what it writes of them is read, and nothing is written here. */
  table: KeyValue;
  mailbox: MailboxStore | undefined;
  teams: TeamStore | undefined;
  world: AgentWorld;
  main: Parent;
  /** What the main agent itself has used. */
  mainUsage: () => AgentUsage;
  /** What the thread replays. */
  cassette: () => Cassette | undefined;
  now: () => number;
  onChange: (agents: readonly AgentView[]) => void;
  /** An inbox message has come for the main agent. */
  onInboxMessage: () => void;
  signal: AbortSignal;
}

/** The sub-agents of a thread, at every depth. Where another tab runs them, and after their release, they are only watched. */
export interface AgentTree {
  /** In the name of the main agent. */
  readonly spawner: ReturnType<typeof createSpawner>;
  /** For the main agent. */
  readonly inbox: Inbox;
  /** Tokens that all of them have used: they count against the thread's budget. */
  tokens(): number;
  stop(agentId: string): void;
  /** What all of them said and did, for a recording. Who said nothing, or whose log cannot be read, is left out. */
  logs(): Promise<AgentLog[]>;
  stopAll(): void;
  /** Another tab runs the thread's calls: those at work are let go of. */
  release(): void;
}

/**
 * Opens a thread's sub-agents as this browser knows them. The tab that runs them stops what another page has left unfinished.
 * Those at work are let go of when the signal aborts.
 */
export async function openAgentTree(options: AgentTreeOptions): Promise<AgentTree> {
  const { threadId, table, mailbox, teams, world, now, signal } = options;
  const kept = await openPersisted<readonly AgentRecord[]>(table, `agents:${threadId}`, z.array(AgentRecordSchema), []);
  const views = createAgentTreeViews();
  /** An agent has worked in this page. */
  let busy = false;
  let named = kept.value.length;
  /** What was known of each when its conversation was read last. */
  const readAs = new Map<string, string>();

  const publish = () => {
    if (signal.aborted) return;
    options.onChange(views.of(kept.value, (id) => shared.runs.has(id)));
  };

  const store = async (records: readonly AgentRecord[]) => {
    if (!table.watching && !signal.aborted) await kept.set(records);
  };
  const shared: SharedAgents = {
    records: () => kept.value,
    find: (idOrName) => kept.value.findLast(({ id, name }) => id === idOrName || name === idOrName),
    tokensBeside: (id) => tokens(kept.value.filter((record) => record.id !== id)) + tokensUsed(options.mainUsage()),
    recordingFor(parent, callId) {
      const cassette = options.cassette();
      return cassette && recordingOf(cassette, parent, callId);
    },
    idFor: (parent, callId) => shared.recordingFor(parent, callId)?.id ?? newId(),
    async put(record) {
      busy = true;
      const known = kept.value.some(({ id }) => id === record.id);
      await store(
        known ? kept.value.map((other) => (other.id === record.id ? record : other)) : [...kept.value, record],
      );
    },
    change(id, change) {
      void store(kept.value.map((record) => (record.id === id ? { ...record, ...change } : record)));
    },
    runs: new Map(),
    inboxOf: (reader, wake) => inboxFor({ mailbox, reader, nameOf, wake, replays, wait: world.ports.wait }),
    converse(id, thread, live, toolset) {
      views.converse(id, thread, live, toolset);
      const usage = usageOf(thread);
      const { turns, calls } = shared.find(id)?.usage ?? usage;
      if (usage.turns !== turns || usage.calls !== calls) shared.change(id, { usage });
      publish();
    },
    stop(id) {
      for (const record of kept.value) if (record.parent === id) shared.stop(record.id);
      shared.runs.get(id)?.stop();
    },
  };
  function nameOf(id: string): string {
    return kept.value.find((record) => record.id === id)?.name ?? id;
  }
  function newId(): string {
    const id = `agent-${++named}`;
    const taken = [...kept.value, ...(options.cassette()?.agents ?? [])].some((other) => other.id === id);
    return taken ? newId() : id;
  }
  function replays(): boolean {
    return options.main.options().model === 'cassette';
  }

  const reading = createLatestWrite(readAll);
  const read = () => void reading.request().catch(() => undefined);
  kept.subscribe(() => {
    publish();
    if (table.watching) read();
  });
  const unheard = mailbox?.subscribe(() => {
    for (const run of shared.runs.values()) run.look();
    options.onInboxMessage();
  });
  const release = () => {
    for (const run of shared.runs.values()) run.close();
  };
  signal.addEventListener('abort', () => {
    unheard?.();
    release();
  });
  publish();
  if (!table.watching) stopUnfinished();
  read();

  return {
    spawner: createSpawner({
      shared,
      world,
      teams,
      now,
      parent: options.main,
      self: { id: MAIN_AGENT, depth: 0 },
      onRun: publish,
      signal,
    }),
    inbox: shared.inboxOf(MAIN_AGENT, () => busy),
    tokens: () => tokens(kept.value),
    stop: shared.stop,
    async logs() {
      const logs: AgentLog[] = [];
      for (const { id, threadId: thread, parent, callId, begun } of kept.value) {
        const log = await logOf(thread);
        if (log?.length) logs.push({ id, parent, callId, ...begun, log });
      }
      return logs;
    },
    stopAll() {
      for (const run of shared.runs.values()) run.stop();
    },
    release,
  };

  function stopUnfinished(): void {
    for (const { id, status, background, parent } of kept.value) {
      if (status !== 'running') continue;
      shared.change(id, { status: 'stopped', endedAt: now() });
      const text = `${id} was cut off before it was done: the page was reloaded or closed. It still knows what it did, and can be gone on with as "${id}".`;
      if (background) void mailbox?.send({ from: id, to: parent, text });
    }
  }

  /** What they have said in another page, one after the other: each has a request for itself. */
  async function readAll(): Promise<void> {
    for (const record of kept.value) if (!signal.aborted && isNews(record)) await readOne(record);
  }

  /** Of an agent that works here its session tells; of one that works elsewhere, its record says that there is more. */
  function isNews(record: AgentRecord): boolean {
    return table.watching ? readAs.get(record.id) !== JSON.stringify(record) : views.thread(record.id) === undefined;
  }

  async function readOne(record: AgentRecord): Promise<void> {
    const { id, threadId: log } = record;
    readAs.set(id, JSON.stringify(record));
    const before = views.thread(id);
    const known = before ?? emptyThread;
    const [lines, toolset] = await Promise.all([logOf(log, known.seq), world.loadToolset({})]).catch(() => []);
    if (lines && toolset && views.thread(id) === before) {
      shared.converse(id, foldEvents(known, lines), new Map(), toolset);
    }
  }

  function logOf(thread: string, after = 0): ReturnType<typeof readLog> {
    const { client, ports } = world;
    return readLog({ client, fetch: ports.fetch, wait: ports.wait, threadId: thread, after, signal });
  }
}

const tokens = (records: readonly AgentRecord[]): number => tokensUsed(sumOf(records.map(({ usage }) => usage)));
