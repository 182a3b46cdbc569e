import type { HostContext } from '@/lib/tools/dispatch';
import { messageOf } from '@/lib/protocol/message-of';
import type { Dispatching, ToolKit } from './tool-kit';
import type { ToolBench } from './tool-state';

export interface ToolBenchOptions {
  loadKit: () => Promise<ToolKit>;
  dispatching: Dispatching;
  /** What tools may use outside any thread. */
  context: () => Promise<HostContext>;
}

/** Calls that no model made: tested against the rules, or run. */
export function createToolBench({
  loadKit,
  dispatching,
  context,
}: ToolBenchOptions): Pick<ToolBench, 'judge' | 'tryCall'> {
  const idFor = () => `tried-${crypto.randomUUID()}`;
  return {
    async judge(call) {
      try {
        const [kit, { judge }] = await Promise.all([loadKit(), import('./judge')]);
        return await judge(kit, dispatching.permissions, await context(), { id: idFor(), ...call });
      } catch (error) {
        return { invalid: { text: `The call could not be judged: ${messageOf(error)}`, issues: [] }, checks: [] };
      }
    },
    async tryCall(call, signal, onOutput) {
      const id = idFor();
      const queuedAt = Date.now();
      try {
        const dispatcher = (await loadKit()).dispatcher({ ...dispatching, contextFor: context });
        return await dispatcher.dispatch({ id, ...call }, { signal, ...(onOutput && { onOutput }) });
      } catch (error) {
        const endedAt = Date.now();
        const text = `The call could not be run: ${messageOf(error)}`;
        return {
          callId: id,
          phase: 'failed',
          result: { success: false, error: 'EXECUTION_ERROR', text },
          timings: { queuedAt, startedAt: endedAt, endedAt },
        };
      }
    },
  };
}
