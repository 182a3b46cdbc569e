import type { CallContext } from '@/lib/tools/dispatch';
import { messageOf } from '@/lib/protocol/message-of';
import type { Dispatching, Toolset } from './toolset';
import type { ToolTester } from './tool-state';

export interface ToolTesterOptions {
  loadToolset: () => Promise<Toolset>;
  dispatching: Dispatching;
  /** What tools may use outside any thread. */
  context: () => Promise<CallContext>;
}

/** Calls that no model made: tested against the rules, or run. */
export function createToolTester({
  loadToolset,
  dispatching,
  context,
}: ToolTesterOptions): Pick<ToolTester, 'dryRun' | 'tryCall'> {
  const idFor = () => `tried-${crypto.randomUUID()}`;
  return {
    async dryRun(call) {
      try {
        const [toolset, { dryRun }] = await Promise.all([loadToolset(), import('./dry-run')]);
        return await dryRun(toolset, dispatching.permissions, await context(), { id: idFor(), ...call });
      } catch (error) {
        return { invalid: { text: `The call could not be judged: ${messageOf(error)}`, issues: [] }, checks: [] };
      }
    },
    async tryCall(call, signal, onOutput) {
      const id = idFor();
      const queuedAt = Date.now();
      try {
        const dispatcher = (await loadToolset()).dispatcher({ ...dispatching, contextFor: context });
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
