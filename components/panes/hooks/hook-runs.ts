import type { CallView, HostState } from '@/lib/host/state';
import type { TraceEntry } from '@/lib/protocol';

/** A hook that ran: around a call, on a prompt, or at the end. */
export interface HookRunLine extends TraceEntry {
  id: string;
  /** What it ran for: `Edit src/cart.ts`, `the prompt`. */
  of: string;
  callId?: string;
}

/** Every run of a hook in this thread, the last one first. */
export function hookRuns(calls: readonly CallView[], notices: HostState['notices']): HookRunLine[] {
  const around = calls.flatMap(({ id, title, trace = [] }) =>
    trace.flatMap((entry, index) =>
      entry.step === 'hooks' ? [{ ...entry, id: `${id}:${index}`, of: title, callId: id }] : [],
    ),
  );
  const others = notices.map((notice) => ({
    ...notice,
    of: notice.event === 'Stop' ? 'the end of the run' : 'the prompt',
  }));
  return [...around, ...others].toSorted((a, b) => b.startedAt - a.startedAt);
}
