import type { FinalPhase } from '@/lib/tools/dispatch/call';
import type { AnyTool } from '@/lib/tools/tool';
import type { StoreApi } from 'zustand/vanilla';
import { PHASES, type RecentCall, type RecentCalls } from './recent-calls';
import type { CallView, ClientState } from './state';

/** Notes the calls that the current thread makes while this page is open. */
export function noteCalls(store: StoreApi<ClientState>, recent: RecentCalls): void {
  const running = new Set<string>();
  store.subscribe(({ calls, threadId, executor, pool }, before) => {
    if (calls === before.calls || threadId === null || executor !== 'mine') return;
    for (const call of calls) {
      const phase = PHASES.find((final) => final === call.phase);
      if (!phase) running.add(call.id);
      else if (running.delete(call.id)) {
        const tool = pool.find(({ name }) => name === call.name)?.tool;
        if (tool) void recent.note(tool.name, recentCall(call, phase, threadId, tool));
      }
    }
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
