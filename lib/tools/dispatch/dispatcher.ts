import { abortReasonOf } from '../abort-reason';
import type { Permissions } from '../permissions/permissions';
import type { Registry } from '../registry';
import { abortedResult, failure } from '../result';
import type { ToolContext } from '../tool';
import type { CallResult, DispatchPhase, SettledCall, ToolCall } from './call';
import { execution } from './execution';
import { finalPhase } from './final-phase';
import { messageOf } from '../message-of';
import { permission } from './permission';
import { prepare } from './prepare';
import { runSteps, type Step } from './step';
import { truncation } from './truncation';

/** The part of a tool's context that its host provides; the rest belongs to the single call. */
export type HostContext = Omit<ToolContext, 'callId' | 'signal' | 'deadline' | 'onOutput'>;

export interface DispatcherOptions {
  readonly registry: Registry;
  readonly permissions: Permissions;
  readonly contextFor: (call: ToolCall) => HostContext | Promise<HostContext>;
}

export interface DispatchOptions {
  /** Aborts the call; its reason should be an `AbortReason`. */
  readonly signal: AbortSignal;
  readonly onPhase?: (phase: DispatchPhase) => void;
  readonly onOutput?: (text: string) => void;
}

export interface Dispatcher {
  /** The steps between validation and the result, outermost first. */
  readonly steps: readonly Step[];
  /** Runs one call. Never rejects: whatever happens is the call's one result. */
  dispatch(call: ToolCall, options: DispatchOptions): Promise<SettledCall>;
  /** Whether the call certainly changes nothing. A call that is not valid counts as one that might. */
  readonly isReadOnly: (call: ToolCall) => boolean;
}

export function createDispatcher({ registry, permissions, contextFor }: DispatcherOptions): Dispatcher {
  const steps: readonly Step[] = [permission(permissions), truncation, execution];

  return {
    steps,
    async dispatch(call, { signal, onPhase, onOutput }) {
      const queuedAt = Date.now();
      let startedAt: number | undefined;
      const report = (phase: DispatchPhase): void => {
        if (phase === 'running') startedAt = Date.now();
        onPhase?.(phase);
      };
      let result: CallResult;
      try {
        result = await answer(call, signal, report, onOutput);
      } catch (error) {
        result = signal.aborted
          ? abortedResult(abortReasonOf(signal))
          : failure('EXECUTION_ERROR', `The call could not be run: ${messageOf(error)}`);
      }
      const endedAt = Date.now();
      const phase = finalPhase(result);
      onPhase?.(phase);
      return { callId: call.id, phase, result, timings: { queuedAt, startedAt: startedAt ?? endedAt, endedAt } };
    },
    isReadOnly(call) {
      try {
        const prepared = prepare(registry, call);
        return prepared.ok && prepared.value.tool.isReadOnly(prepared.value.input);
      } catch {
        return false;
      }
    },
  };

  async function answer(
    call: ToolCall,
    signal: AbortSignal,
    report: (phase: DispatchPhase) => void,
    onOutput: (text: string) => void = () => undefined,
  ): Promise<CallResult> {
    if (signal.aborted) return abortedResult(abortReasonOf(signal));
    const prepared = prepare(registry, call);
    if (!prepared.ok) return prepared.failure;
    const host = await contextFor(call);
    const context: ToolContext = { ...host, callId: call.id, signal, deadline: Infinity, onOutput };
    return runSteps(steps, { call, ...prepared.value, context, report });
  }
}
