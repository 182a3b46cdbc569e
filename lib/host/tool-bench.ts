import type { HostContext } from '@/lib/tools/dispatch';
import type { DispatcherOptions } from '@/lib/tools/dispatch';
import type { Permissions } from '@/lib/tools/permissions';
import { describe } from './leg-client';
import type { ToolKit } from './tool-kit';
import type { ToolBench } from './tool-state';

export interface ToolBenchOptions {
  loadKit: () => Promise<ToolKit>;
  permissions: Permissions;
  /** What tools may use outside any thread. */
  context: (signal: AbortSignal) => Promise<HostContext>;
  dispatching: () => Omit<DispatcherOptions, 'registry' | 'contextFor'>;
}

/** Calls that no model made: tested against the rules, or run. */
export function createToolBench({
  loadKit,
  permissions,
  context,
  dispatching,
}: ToolBenchOptions): Pick<ToolBench, 'judge' | 'tryCall'> {
  const idFor = () => `tried-${crypto.randomUUID()}`;
  return {
    async judge(call) {
      try {
        const [kit, { judge }] = await Promise.all([loadKit(), import('./judge')]);
        return await judge(kit, permissions, await context(AbortSignal.timeout(5_000)), { id: idFor(), ...call });
      } catch (error) {
        return { invalid: { text: `The call could not be judged: ${describe(error)}`, issues: [] }, checks: [] };
      }
    },
    async tryCall(call, signal) {
      const id = idFor();
      const queuedAt = Date.now();
      try {
        const kit = await loadKit();
        const dispatcher = kit.dispatcher({ ...dispatching(), contextFor: () => context(signal) });
        return await dispatcher.dispatch({ id, ...call }, { signal });
      } catch (error) {
        const endedAt = Date.now();
        const text = `The call could not be run: ${describe(error)}`;
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
