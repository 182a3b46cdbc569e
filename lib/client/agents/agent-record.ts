import type { AgentUsage } from '@/lib/ports';
import { PermissionModeSchema } from '@/lib/protocol';
import { z } from 'zod';
import { openPersisted, type KeyValue } from '@/lib/stores';

export const NO_USAGE: AgentUsage = {
  turns: 0,
  calls: 0,
  inputTokens: 0,
  outputTokens: 0,
  cachedInputTokens: 0,
  cost: 0,
};

const UsageSchema: z.ZodType<AgentUsage> = z.object({
  turns: z.number(),
  calls: z.number(),
  inputTokens: z.number(),
  outputTokens: z.number(),
  cachedInputTokens: z.number(),
  cost: z.number(),
});

/** What this browser knows about a sub-agent; its conversation is in its thread on the server. */
export const AgentRecordSchema = z.object({
  /** Unique within the person's thread: `agent-1`. */
  id: z.string(),
  /** Id of the thread that is its log. */
  threadId: z.string(),
  /** The agent that started it (`main` or another one), and the last call that gave it a task. */
  parent: z.string(),
  callId: z.string(),
  /** The agent and the call that first started it, if not `parent` and `callId`. */
  begun: z.object({ parent: z.string(), callId: z.string() }).optional(),
  /** How many agents are above it; 1 for a sub-agent of the main one. */
  depth: z.number(),
  name: z.string(),
  type: z.string(),
  description: z.string(),
  background: z.boolean(),
  status: z.enum(['running', 'done', 'failed', 'stopped']),
  /** Its latest prompt, and the id of that message. */
  prompt: z.string(),
  promptId: z.string(),
  system: z.string(),
  /** Names of its tools. Default: all. */
  tools: z.array(z.string()).optional(),
  /** Lists of rules; each of its calls has to match a rule in every one of them. */
  held: z.array(z.array(z.string())).optional(),
  model: z.string().optional(),
  mode: PermissionModeSchema.optional(),
  maxTurns: z.number().optional(),
  isolated: z.boolean().optional(),
  worktree: z.object({ name: z.string(), path: z.string(), branch: z.string() }).optional(),
  /** Its own usage, without that of the agents it started. */
  usage: UsageSchema,
  startedAt: z.number(),
  endedAt: z.number().optional(),
});
export type AgentRecord = z.infer<typeof AgentRecordSchema>;

/** Input and output together: the figure that budgets count. */
export const tokensUsed = ({ inputTokens, outputTokens }: Pick<AgentUsage, 'inputTokens' | 'outputTokens'>): number =>
  inputTokens + outputTokens;

/** The sum of several agents' usage. */
export const sumOf = (usages: readonly AgentUsage[]): AgentUsage =>
  usages.reduce(
    (sum, usage) => ({
      turns: sum.turns + usage.turns,
      calls: sum.calls + usage.calls,
      inputTokens: sum.inputTokens + usage.inputTokens,
      outputTokens: sum.outputTokens + usage.outputTokens,
      cachedInputTokens: sum.cachedInputTokens + usage.cachedInputTokens,
      cost: sum.cost + usage.cost,
    }),
    NO_USAGE,
  );

/** An agent and all its descendants. */
export function withDescendants(records: readonly AgentRecord[], id: string): readonly AgentRecord[] {
  const own = records.filter((record) => record.id === id);
  const children = records.filter(({ parent }) => parent === id);
  return [...own, ...children.flatMap((child) => withDescendants(records, child.id))];
}

/** The records of a thread's sub-agents, in the order they were first started; kept in this browser. */
export interface AgentRecordStore {
  readonly all: readonly AgentRecord[];
  find(idOrName: string): AgentRecord | undefined;
  nameOf(id: string): string;
  /** Adds or replaces a record. Resolves when it is stored. */
  put(record: AgentRecord): Promise<void>;
  change(id: string, change: Partial<AgentRecord>): void;
  /** An id that is neither in the records nor in `taken`. */
  newId(taken: readonly { id: string }[]): string;
  subscribe(listener: () => void): void;
}

/** Opens the records. Nothing is written while another tab runs the thread, or after the signal aborts. */
export async function openAgentRecords(
  table: KeyValue,
  threadId: string,
  signal: AbortSignal,
): Promise<AgentRecordStore> {
  const kept = await openPersisted<readonly AgentRecord[]>(table, `agents:${threadId}`, z.array(AgentRecordSchema), []);
  let named = kept.value.length;
  const set = async (records: readonly AgentRecord[]) => {
    if (!table.watching && !signal.aborted) await kept.set(records);
  };
  return {
    get all() {
      return kept.value;
    },
    find: (idOrName) => kept.value.findLast(({ id, name }) => id === idOrName || name === idOrName),
    nameOf: (id) => kept.value.find((record) => record.id === id)?.name ?? id,
    async put(record) {
      const known = kept.value.some(({ id }) => id === record.id);
      await set(known ? kept.value.map((other) => (other.id === record.id ? record : other)) : [...kept.value, record]);
    },
    change(id, change) {
      void set(kept.value.map((record) => (record.id === id ? { ...record, ...change } : record)));
    },
    newId(taken) {
      for (;;) {
        const id = `agent-${++named}`;
        if (![...kept.value, ...taken].some((other) => other.id === id)) return id;
      }
    },
    subscribe: (listener) => void kept.subscribe(listener),
  };
}
