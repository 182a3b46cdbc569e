import {
  MAIN_AGENT,
  type AgentSpawner,
  type AgentUsage,
  type MailboxStore,
  type TeamStore,
  type AgentMessage,
} from '@/lib/ports';
import { recordingOf, type AgentLog, nextSaid } from '@/lib/cassettes';
import { type Cassette, inboxMessageText, type ThreadState } from '@/lib/protocol';
import type { KeyValue } from '@/lib/stores';
import type { Inbox } from '../thread/inbox';
import { createAgentLogs } from './agent-logs';
import { sumOf, tokensUsed, type AgentRecord, openAgentRecords, type AgentRecordStore } from './agent-record';
import { threadUsage, type AgentView } from '../agent-view';
import type { AgentWorld, Parent } from './agent-world';
import { createAgentTreeViews } from './agent-tree-views';
import type { SharedAgents } from './shared-agents';
import { Spawner } from './spawner';
import type { UserMessage } from '@ag-ui/core';
import type { Wait } from '../wait';

interface AgentTreeOptions {
  /** The person's thread. */
  threadId: string;
  /** While another tab runs the agents, this tab reads what that one writes and writes nothing itself. */
  table: KeyValue;
  mailbox: MailboxStore | undefined;
  teams: TeamStore | undefined;
  world: AgentWorld;
  main: Parent;
  /** What the main agent itself has used. */
  mainUsage: () => AgentUsage;
  /** The recording that the thread replays. */
  cassette: () => Cassette | undefined;
  now: () => number;
  onChange: (agents: readonly AgentView[]) => void;
  /** Gets whether any inbox message for the main agent is still to be delivered: once open, and whenever that may have changed. */
  onMail: (any: boolean) => void;
  signal: AbortSignal;
}

/** The sub-agents of a thread, at every depth. If another tab runs them, or after `release`, they are only watched. */
export interface AgentTree {
  /** Starts agents on behalf of the main agent. */
  readonly spawner: AgentSpawner;
  /** The main agent's inbox. */
  readonly inbox: Inbox;
  stop(agentId: string): void;
  /** The logs of all agents, for a recording, except agents that said nothing or whose log cannot be read. */
  logs(): Promise<AgentLog[]>;
  stopAll(): void;
  /** Another tab now runs the thread's calls: detaches the running agents. */
  release(): void;
}

/**
 * Opens a thread's sub-agents as this browser knows them. The tab that runs them marks those that another page left unfinished
 * as stopped. Running agents are detached when the signal aborts.
 */
export async function openAgentTree(options: AgentTreeOptions): Promise<AgentTree> {
  const { threadId, table, mailbox, teams, world, now, signal } = options;
  const records = await openAgentRecords(table, threadId, signal);
  const views = createAgentTreeViews();
  /** Whether an agent has been started in this page. */
  let busy = false;
  const publish = () => {
    if (signal.aborted) return;
    options.onChange(views.of(records.all, (id) => shared.runs.has(id)));
  };
  const shared = shareAgents(options, { records, views, publish, onStart: () => (busy = true) });
  const logs = createAgentLogs({
    world,
    records: shared.records,
    elsewhere: () => table.watching === true,
    threadOf: views.thread,
    onRead: (id, thread, toolset) => shared.converse(id, thread, new Map(), toolset),
    signal,
  });

  const inbox = shared.inboxOf(MAIN_AGENT, () => busy);
  records.subscribe(() => {
    publish();
    if (table.watching) logs.catchUp();
  });
  const unheard = mailbox?.subscribe(() => {
    for (const run of shared.runs.values()) run.look();
    options.onMail(inbox.any());
  });
  const release = () => {
    for (const run of shared.runs.values()) run.close();
  };
  signal.addEventListener('abort', () => {
    unheard?.();
    release();
  });
  publish();
  options.onMail(inbox.any());
  if (!table.watching) stopUnfinished(records, mailbox, now);
  logs.catchUp();

  return {
    spawner: new Spawner({ shared, world, teams, now, parent: options.main, self: MAIN, onRun: publish, signal }),
    inbox,
    stop: shared.stop,
    logs: logs.all,
    stopAll() {
      for (const run of shared.runs.values()) run.stop();
    },
    release,
  };
}

interface Sharing {
  records: AgentRecordStore;
  views: ReturnType<typeof createAgentTreeViews>;
  /** What is shown of the agents has changed. */
  publish: () => void;
  /** Called when an agent is started. */
  onStart: () => void;
}

/** What the agents of a tree know of one another. */
function shareAgents(options: AgentTreeOptions, { records, views, publish, onStart }: Sharing): SharedAgents {
  const { mailbox, world, cassette, main } = options;
  const replays = () => main.options().model === 'cassette';
  const shared: SharedAgents = {
    records: () => records.all,
    find: records.find,
    tokensBeside: (id) => tokens(records.all.filter((record) => record.id !== id)) + tokensUsed(options.mainUsage()),
    recordingFor(parent, callId) {
      const played = cassette();
      return played && recordingOf(played, parent, callId);
    },
    idFor: (parent, callId) => shared.recordingFor(parent, callId)?.id ?? records.newId(cassette()?.agents ?? []),
    async put(record) {
      onStart();
      await records.put(record);
    },
    change: records.change,
    runs: new Map(),
    inboxOf: (reader, wake) =>
      inboxFor({ mailbox, reader, nameOf: records.nameOf, wake, replays, wait: world.ports.wait }),
    converse(id, thread, live, toolset) {
      views.converse(id, thread, live, toolset);
      noteUsage(records, id, threadUsage(thread));
      publish();
    },
    stop(id) {
      for (const record of records.all) if (record.parent === id) shared.stop(record.id);
      shared.runs.get(id)?.stop();
    },
  };
  return shared;
}

function noteUsage(records: AgentRecordStore, id: string, usage: AgentUsage): void {
  const { turns, calls } = records.find(id)?.usage ?? usage;
  if (usage.turns !== turns || usage.calls !== calls) records.change(id, { usage });
}

const MAIN = { id: MAIN_AGENT, depth: 0 };

/** Marks agents that another page left running as stopped, and tells the parents of background agents. */
function stopUnfinished(records: AgentRecordStore, mailbox: MailboxStore | undefined, now: () => number): void {
  for (const { id, status, background, parent } of records.all) {
    if (status !== 'running') continue;
    records.change(id, { status: 'stopped', endedAt: now() });
    const text = `${id} was cut off before it was done: the page was reloaded or closed. It still knows what it did, and can be gone on with as "${id}".`;
    if (background) void mailbox?.send({ from: id, to: parent, text });
  }
}

const tokens = (records: readonly AgentRecord[]): number => tokensUsed(sumOf(records.map(({ usage }) => usage)));

/** How long a replay waits for an inbox message that its recording has at this point, milliseconds: it may never be sent. */
export const INBOX_PATIENCE_MS = 30_000;

interface InboxOptions {
  /** Undefined if there is no mailbox. */
  mailbox: MailboxStore | undefined;
  reader: string;
  /** The name of an agent. */
  nameOf: (id: string) => string;
  /** Whether messages may start a run of an idle agent. */
  wake: () => boolean;
  /** Whether a recording plays the model. */
  replays: () => boolean;
  wait: Wait;
}

/**
 * The messages that wait for an agent, as messages of its thread. They keep their ids, so that none is read twice. Agents differ
 * in speed from run to run, so an agent that replays a recording hears messages where the recording has them, once all of them
 * are there.
 */
export function inboxFor(options: InboxOptions): Inbox {
  const { mailbox, reader, nameOf, wake, replays, wait } = options;
  /** The recorded turn before which it no longer waits for missing messages. */
  let givenUp: number | undefined;

  /** The messages that the recording has here; undefined if nothing is replayed. */
  function due(thread: ThreadState) {
    if (!thread.cassette || !replays()) return undefined;
    const { words, inbox } = nextSaid(thread.cassette, thread);
    const left = [...(mailbox?.waiting(reader) ?? [])];
    const here = inbox.flatMap((name) => {
      const index = left.findIndex(({ from }) => nameOf(from) === name);
      return index < 0 ? [] : left.splice(index, 1);
    });
    const missing = here.length < inbox.length && givenUp !== thread.turns.length;
    return { words, here: missing ? [] : here, missing };
  }

  const missing = (thread: ThreadState): boolean => due(thread)?.missing ?? false;
  const asMessage = ({ id, from, text }: AgentMessage): UserMessage => ({
    id,
    role: 'user',
    content: inboxMessageText({ from: nameOf(from), text }),
  });

  return {
    any: () => (mailbox?.waiting(reader).length ?? 0) > 0,
    waiting: (thread) => (due(thread)?.here ?? mailbox?.waiting(reader) ?? []).map(asMessage),
    delivered(messages) {
      if (messages.length > 0) void mailbox?.read(messages.map(({ id }) => id));
    },
    // If the recording also has a prompt here, the messages come with it.
    wake: (thread) => wake() && due(thread)?.words === undefined,
    missing,
    async come(thread, signal) {
      if (!missing(thread)) return;
      const over = new AbortController();
      const unheard = mailbox?.subscribe(() => missing(thread) || over.abort());
      await wait(INBOX_PATIENCE_MS, AbortSignal.any([signal, over.signal]));
      unheard?.();
      if (!signal.aborted && !over.signal.aborted) givenUp = thread.turns.length;
    },
  };
}
