import type { CallContext, ResolvedCall } from '@/lib/tools/dispatch';
import type { CodeRunner } from '@/lib/ports';
import { messageOf } from '@/lib/protocol/message-of';
import { havingOf, underTheirNames } from '@/lib/tools/system';
import type { Dispatching, Toolset } from '../executor/toolset';
import type { CommandRunner, ToolTester, TriedCall } from '../tool-state';

interface ToolTesterOptions {
  loadToolset: () => Promise<Toolset>;
  dispatching: Dispatching;
  /** What tools may use outside any thread. */
  context: () => Promise<CallContext>;
  codeRunner: CodeRunner;
}

/** Milliseconds for parsing code. */
const CHECK_MS = 5000;

/** Calls that were not made by a model: tested against the rules, or run. */
export function createToolTester({
  loadToolset,
  dispatching,
  context,
  codeRunner,
}: ToolTesterOptions): Pick<ToolTester, 'dryRun' | 'tryCall' | 'checkHook'> & CommandRunner {
  const idFor = () => `tried-${crypto.randomUUID()}`;

  async function run(
    callFor: (toolset: Toolset) => TriedCall,
    signal: AbortSignal,
    onOutput?: (text: string) => void,
  ): Promise<ResolvedCall> {
    const id = idFor();
    const queuedAt = Date.now();
    try {
      const toolset = await loadToolset();
      const dispatcher = toolset.dispatcher({ ...dispatching, contextFor: context });
      return await dispatcher.dispatch({ id, ...callFor(toolset) }, { signal, ...(onOutput && { onOutput }) });
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
  }

  return {
    async dryRun(call) {
      try {
        const [toolset, { dryRunCall }] = await Promise.all([loadToolset(), import('../executor/dry-run')]);
        return await dryRunCall(toolset, dispatching.permissions, await context(), { id: idFor(), ...call });
      } catch (error) {
        return { invalid: { text: `The dry run could not be made: ${messageOf(error)}`, issues: [] }, checks: [] };
      }
    },
    async checkHook(source) {
      // The code is parsed as a whole before its first line runs, and that line, ours, returns.
      const task = { source: `return; ${source}`, parameters: { event: null } };
      const signal = AbortSignal.timeout(CHECK_MS);
      const outcome = await codeRunner.run(task, { signal, deadlineMs: CHECK_MS });
      return !outcome.ok && outcome.cause === 'not-code' ? outcome.message : undefined;
    },
    tryCall: (call, signal, onOutput) => run(() => call, signal, onOutput),
    runCommand: (input, signal) =>
      run(({ on }) => {
        const { name, input: given } = underTheirNames(havingOf(on), 'Bash', { ...input });
        return { name, args: JSON.stringify(given) };
      }, signal),
  };
}
