import type { CallContext } from '@/lib/tools/dispatch';
import type { CodeRunner } from '@/lib/ports';
import { messageOf } from '@/lib/protocol/message-of';
import type { Dispatching, Toolset } from './toolset';
import type { ToolTester } from './tool-state';

export interface ToolTesterOptions {
  loadToolset: () => Promise<Toolset>;
  dispatching: Dispatching;
  /** What tools may use outside any thread. */
  context: () => Promise<CallContext>;
  codeRunner: CodeRunner;
}

/** Milliseconds in which code is read. */
const CHECK_MS = 5000;

/** Calls that no model made: tested against the rules, or run. */
export function createToolTester({
  loadToolset,
  dispatching,
  context,
  codeRunner,
}: ToolTesterOptions): Pick<ToolTester, 'dryRun' | 'tryCall' | 'checkHook'> {
  const idFor = () => `tried-${crypto.randomUUID()}`;
  return {
    async dryRun(call) {
      try {
        const [toolset, { dryRunCall }] = await Promise.all([loadToolset(), import('./dry-run')]);
        return await dryRunCall(toolset, dispatching.permissions, await context(), { id: idFor(), ...call });
      } catch (error) {
        return { invalid: { text: `The call could not be judged: ${messageOf(error)}`, issues: [] }, checks: [] };
      }
    },
    async checkHook(source) {
      // All of it is read before the first line of it runs, and that one is ours.
      const task = { source: `return; ${source}`, parameters: { event: null } };
      const signal = AbortSignal.timeout(CHECK_MS);
      const outcome = await codeRunner.run(task, { signal, deadlineMs: CHECK_MS });
      return !outcome.ok && outcome.cause === 'not-code' ? outcome.message : undefined;
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
