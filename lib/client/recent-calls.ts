import type { SharedTable } from '@/lib/stores';
import type { FinalPhase } from '@/lib/tools/dispatch/call';
import { z } from 'zod';

export const PHASES = ['succeeded', 'failed', 'invalid', 'denied', 'aborted'] as const satisfies readonly FinalPhase[];

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
  note(tool: string, call: RecentCall): Promise<void>;
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
    async note(tool, call) {
      const cut = { ...call, args: call.args.slice(0, MOST_ARGS) };
      await table.update([keyOf(tool)], ([stored]) => {
        const others = read(stored).filter(({ callId }) => callId !== call.callId);
        return [[cut, ...others].toSorted((a, b) => b.endedAt - a.endedAt).slice(0, MOST)];
      });
    },
  };
}
