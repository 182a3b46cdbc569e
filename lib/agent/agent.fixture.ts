import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventType, type AGUIEvent, type Message, type RunAgentInput } from '@ag-ui/core';
import type { Model, ModelEvent, ModelRequest } from '@/lib/models/model';
import { inPieces } from '@/lib/models/testing';
import { emptyThread, foldEvent, type ThreadState } from '@/lib/protocol';
import { openSqliteLog } from '@/lib/threads/sqlite';
import {
  DEFAULT_LIMITS,
  RecentExchanges,
  followRun,
  Histories,
  startRun,
  type AgentPorts,
  type RunAnswer,
  type ThreadHistory,
} from './index';

export const OWNER = 'owner';
export const THREAD = 'thread';

export type Said = readonly ModelEvent[] | AsyncIterable<ModelEvent>;
/** What the fake model replies to its n-th request, counted from 0 across all runs. */
export type Script = (request: ModelRequest, n: number) => Said;

export const stopEvent = (reason: 'end' | 'tool_calls' | 'max_tokens' | 'pause' | 'refusal' = 'end'): ModelEvent => ({
  type: 'stop',
  reason,
  usage: { inputTokens: 10, outputTokens: 5, cachedInputTokens: 2 },
});
export const says = (text: string): ModelEvent[] => [{ type: 'text', delta: text }, stopEvent()];
export const call = (id: string, name = 'Read', args = '{"path":"a"}'): ModelEvent[] => [
  { type: 'call-start', id, name },
  { type: 'call-args', id, delta: args },
  { type: 'call-end', id },
];
export const calls = (...ids: string[]): ModelEvent[] => [...ids.flatMap((id) => call(id)), stopEvent('tool_calls')];

export const user = (id: string, content = 'hello'): Message => ({ id, role: 'user', content });
export const result = (toolCallId: string, content = 'ok'): Message => ({
  id: `r-${toolCallId}`,
  role: 'tool',
  toolCallId,
  content,
});

export function inputOf(runId: string, messages: Message[] = [], more: Partial<RunAgentInput> = {}): RunAgentInput {
  return { threadId: THREAD, runId, messages, tools: [], context: [], state: {}, ...more };
}

/** An agent loop on a real log, with a fake model and a clock that the test controls. */
export interface TestThread {
  ports: AgentPorts;
  requests: ModelRequest[];
  slept: number[];
  advance(ms: number): void;
  post(input: RunAgentInput): Promise<RunAnswer>;
  /** Posts, reads the answer to its end and waits for the run. Throws if the request is refused. */
  run(input: RunAgentInput): Promise<AGUIEvent[]>;
  events(): Promise<AGUIEvent[]>;
  thread(): Promise<ThreadState>;
  /** What the agent loop knows of a thread of the owner. */
  history(threadId?: string): Promise<ThreadHistory>;
  dispose(): Promise<void>;
}

export async function openTestThread(script: Script): Promise<TestThread> {
  const folder = await mkdtemp(join(tmpdir(), 'agent-'));
  let now = 1_700_000_000_000;
  const log = openSqliteLog(join(folder, 'threads.db'), { now: () => now });
  const requests: ModelRequest[] = [];
  const slept: number[] = [];
  const model: Model = {
    name: 'fake',
    async *turn(request) {
      requests.push(request);
      yield* inPieces(script(request, requests.length - 1));
    },
  };
  const ports: AgentPorts = {
    log,
    histories: new Histories(),
    exchanges: new RecentExchanges(),
    createModel: () => model,
    costOf: () => 0.25,
    now: () => now,
    sleep: async (ms) => {
      slept.push(ms);
      await new Promise(setImmediate);
    },
    leaseMs: 10_000,
    limits: DEFAULT_LIMITS,
  };
  const post = (input: RunAgentInput): Promise<RunAnswer> => startRun(ports, { owner: OWNER, input, secrets: {} });
  const events = async (): Promise<AGUIEvent[]> => (await ports.log.read(THREAD, 0)).map((entry) => entry.event);
  return {
    ports,
    requests,
    slept,
    advance: (ms) => (now += ms),
    post,
    run: async (input) => {
      const answer = await post(input);
      if (!answer.ok) throw new Error(JSON.stringify(answer));
      const seen: AGUIEvent[] = [];
      const { signal } = new AbortController();
      for await (const lines of followRun(ports, answer.follow, signal, () => post(input)))
        seen.push(...lines.map(({ event }) => event));
      await answer.run;
      return seen;
    },
    events,
    thread: async () => (await ports.log.read(THREAD, 0)).reduce(foldEvent, emptyThread),
    async history(threadId = THREAD) {
      const found = await ports.log.find(threadId, OWNER);
      if (!found) throw new Error(`There is no thread ${threadId}.`);
      return ports.histories.load(ports.log, found);
    },
    dispose: async () => {
      log.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The types of the events, to read a log at a glance. */
export const typesOf = (events: readonly AGUIEvent[]): string[] =>
  events.map((event) => (event.type === EventType.CUSTOM ? event.name : event.type));

export const resultsOf = (events: readonly AGUIEvent[]): string[] =>
  events.flatMap((event) => (event.type === EventType.TOOL_CALL_RESULT ? [event.toolCallId] : []));

export const outcomeOf = (events: readonly AGUIEvent[]): unknown => {
  const last = events.at(-1);
  return last?.type === EventType.RUN_FINISHED ? last.outcome : last;
};
