import type { SharedTable } from '@/lib/stores';
import type { FinalPhase } from '@/lib/tools/result';
import { z } from 'zod';
import type { AnyTool } from '@/lib/tools/tool';
import type { CallView } from './executor/call-view';
import type { PoolEntryView } from './tool-state';

const PHASES = ['succeeded', 'failed', 'invalid', 'denied', 'aborted'] as const satisfies readonly FinalPhase[];

const RecentCallSchema = z.object({
  callId: z.string(),
  /** Left out if a person made the call. */
  threadId: z.string().optional(),
  /** As sent, truncated. */
  args: z.string(),
  phase: z.enum(PHASES),
  error: z.string().optional(),
  /** When it ended, milliseconds since the epoch. */
  endedAt: z.number(),
  /** For a tool from a pack: when the source that ran was saved. */
  savedAt: z.number().optional(),
});
/** A call of a tool that this browser made. */
export type RecentCall = z.infer<typeof RecentCallSchema>;
const ListSchema = z.array(RecentCallSchema);

/** The last calls of each tool, whoever made them. No method throws. */
export interface RecentCalls {
  /** Newest first. */
  of(tool: string): Promise<readonly RecentCall[]>;
  note(tool: string, calls: readonly RecentCall[]): Promise<void>;
  /** Forgets the calls of these threads. */
  forget(threadIds: readonly string[]): Promise<void>;
}

/** How many calls of one tool are kept, and how many characters of each call's arguments. */
const MOST = 30;
const MOST_ARGS = 2000;

export function createRecentCalls(table: SharedTable): RecentCalls {
  const keyOf = (tool: string): string => `calls:${tool}`;
  const read = (stored: unknown): readonly RecentCall[] => {
    const parsed = ListSchema.safeParse(stored);
    return parsed.success ? parsed.data : [];
  };
  return {
    of: async (tool) => read(await table.get(keyOf(tool))),
    async note(tool, calls) {
      const cut = calls.map((call) => ({ ...call, args: call.args.slice(0, MOST_ARGS) }));
      const ids = new Set(cut.map(({ callId }) => callId));
      await table.update([keyOf(tool)], ([stored]) => {
        const others = read(stored).filter(({ callId }) => !ids.has(callId));
        return [[...cut, ...others].toSorted((a, b) => b.endedAt - a.endedAt).slice(0, MOST)];
      });
    },
    async forget(threadIds) {
      for (const [key] of await table.entries(keyOf(''))) {
        await table.update([key], ([stored]) => [
          read(stored).filter(({ threadId = '' }) => !threadIds.includes(threadId)),
        ]);
      }
    },
  };
}

/** The part of the client's state that is watched. */
interface Watched {
  readonly calls: readonly CallView[];
  readonly threadId: string | null;
  readonly executor: 'mine' | 'elsewhere';
  readonly pool: readonly PoolEntryView[];
}

interface WatchedStore {
  subscribe(listener: (state: Watched, before: Watched) => void): void;
}

/** Notes the calls that the current thread makes while this page is open. */
export function noteCalls(store: WatchedStore, recent: RecentCalls): void {
  const running = new Set<string>();
  store.subscribe(({ calls, threadId, executor, pool }, before) => {
    if (calls === before.calls || threadId === null || executor !== 'mine') return;
    const ended = new Map<AnyTool, RecentCall[]>();
    for (const call of calls) {
      const phase = PHASES.find((final) => final === call.phase);
      if (!phase) running.add(call.id);
      else if (running.delete(call.id)) {
        const tool = pool.find(({ name }) => name === call.name)?.tool;
        if (!tool) continue;
        const own = ended.get(tool) ?? [];
        own.push(recentCall(call, phase, threadId, tool));
        ended.set(tool, own);
      }
    }
    for (const [tool, own] of ended) void recent.note(tool.name, own);
  });
}

const recentCall = (
  { id, args, result, timings }: CallView,
  phase: FinalPhase,
  threadId: string,
  { savedAt }: AnyTool,
): RecentCall => ({
  callId: id,
  threadId,
  args,
  phase,
  error: result?.error,
  endedAt: timings?.endedAt ?? Date.now(),
  savedAt,
});
