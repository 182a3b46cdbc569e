import type { Language } from '@/lib/protocol';
import { messageOf } from '@/lib/protocol/message-of';
import { abortReasonOf } from '../abort-reason';
import { hookStep, type HookRunner } from '../hooks';
import { middlewareStep, type Middleware } from '../middleware';
import type { Permissions } from '../permissions/permissions';
import { restrictedBy } from '../pool/off-refusal';
import { rateLimit, type RateLimiter } from '../rate-limit';
import { addRetryHint } from '../retry-hint';
import type { Registry } from '../registry';
import { abortedResult, failure } from '../result';
import type { ConcurrencyClass } from '../schedule';
import type { ToolContext } from '../tool';
import type { CallResult, DispatchPhase, ResolvedCall, ToolCall } from './call';
import { throughChain } from './chain';
import { execute } from './execution';
import { finalPhase } from './final-phase';
import type { Invocation } from './invocation';
import { permission } from './permission';
import { Limits } from './limits';
import { listSteps, type PipelineStep } from './pipeline';
import { prepare, type Validating } from './prepare';
import { revise } from './revise';
import type { Step } from './step';
import { Trace } from './trace';
import { truncation } from './truncation';
import { count } from './validate-input';

/** The part of a tool's context that its host provides; the rest belongs to the single call. */
export type CallContext = Omit<ToolContext, 'callId' | 'signal' | 'deadline' | 'language' | 'onOutput'>;

/** What is a function is asked anew for each call. */
export interface DispatcherOptions {
  readonly registry: Registry;
  readonly permissions: Permissions;
  readonly contextFor: (call: ToolCall) => CallContext | Promise<CallContext>;
  /** In which a model is told what is wrong with a call. Default: English. */
  readonly language?: () => Language;
  /** `warn`: a call whose arguments do not fit runs all the same, and its issues ride in the result. For teaching. Default: `block`. */
  readonly validation?: () => 'block' | 'warn';
  readonly limiter?: RateLimiter;
  readonly hooks?: HookRunner;
  /** Around the hooks, outermost first. */
  readonly middleware?: readonly Middleware[];
  /** Bytes of text that any result may have, advice aside. Default: what its tool says alone counts. */
  readonly maxTextBytes?: number;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

export interface DispatchOptions {
  /** Aborts the call; its reason should be an `AbortReason`. */
  readonly signal: AbortSignal;
  readonly onPhase?: (phase: DispatchPhase) => void;
  readonly onOutput?: (text: string) => void;
}

export interface Dispatcher {
  /** Everything a call goes through, in order. */
  readonly steps: readonly PipelineStep[];
  /** Runs one call. Never rejects: whatever happens is the call's one result. */
  dispatch(call: ToolCall, options: DispatchOptions): Promise<ResolvedCall>;
  /** Whether the call certainly changes nothing. A call that is not valid counts as one that might. */
  readonly isReadOnly: (call: ToolCall) => boolean;
  /** What it may run together with. A call that is not valid runs alone. */
  readonly concurrencyClassOf: (call: ToolCall) => ConcurrencyClass;
}

const ALONE: ConcurrencyClass = { reads: false, beside: false };
const ENGLISH = (): Language => 'en';
const BLOCK = (): 'block' => 'block';
const UNHEARD = (): void => undefined;

export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { registry, permissions, contextFor, limiter, hooks, middleware = [] } = options;
  const { language: languageNow = ENGLISH, validation = BLOCK, now = Date.now } = options;
  const around: readonly Step[] = [
    truncation(options.maxTextBytes),
    ...(limiter ? [rateLimit(limiter)] : []),
    permission(permissions),
    ...middleware.map(middlewareStep),
    ...(hooks ? [hookStep(hooks)] : []),
  ];
  const end = { execute, revise };

  return {
    steps: listSteps(around),
    async dispatch(call, { signal, onPhase = UNHEARD, onOutput = UNHEARD }) {
      const queuedAt = now();
      let startedAt: number | undefined;
      const trace = new Trace(now);
      const validating: Validating = { language: languageNow(), validation: validation() };
      const report = (phase: DispatchPhase): void => {
        if (phase === 'running') startedAt = now();
        onPhase(phase);
      };
      let result: CallResult;
      try {
        result = await answer(call, validating, signal, { trace, report, onOutput });
      } catch (error) {
        result = signal.aborted
          ? abortedResult(abortReasonOf(signal))
          : failure('EXECUTION_ERROR', `The call could not be run: ${messageOf(error)}`);
      }
      result = addRetryHint(result, validating.language, trace);
      if (trace.entries) result.trace = trace.entries;
      const endedAt = now();
      const phase = finalPhase(result);
      onPhase(phase);
      return { callId: call.id, phase, result, timings: { queuedAt, startedAt: startedAt ?? endedAt, endedAt } };
    },
    isReadOnly: (call) => concurrencyClassOf(call).reads,
    concurrencyClassOf,
  };

  function concurrencyClassOf(call: ToolCall): ConcurrencyClass {
    try {
      const prepared = prepare(registry, call);
      if (!prepared.ok) return ALONE;
      const { tool, input } = prepared.value;
      return { reads: tool.isReadOnly(input), beside: tool.runsBeside ?? false };
    } catch {
      return ALONE;
    }
  }

  async function answer(
    call: ToolCall,
    validating: Validating,
    signal: AbortSignal,
    { trace, report, onOutput }: Pick<Invocation, 'trace' | 'report'> & Pick<ToolContext, 'onOutput'>,
  ): Promise<CallResult> {
    if (signal.aborted) return abortedResult(abortReasonOf(signal));
    const prepared = prepare(registry, call, validating);
    if (!prepared.ok) return prepared.failure;
    const given = contextFor(call);
    const host = given instanceof Promise ? await given : given;
    const limits = new Limits(signal);
    const { language } = validating;
    const context = contextOf(host, call.id, language, limits, onOutput);
    const outside = restrictedBy(context, prepared.value.tool);
    if (outside) return outside;
    const { tool, input, issues } = prepared.value;
    if (issues) trace.note('validate', 'noted', `runs all the same: ${count(issues)}`);
    const result = await throughChain(
      around,
      { call, tool, input, issues, context, limits, language, trace, report },
      end,
    );
    return issues && !result.issues ? { ...result, issues: [...issues] } : result;
  }
}

/** What a tool gets: the host's ports and what belongs to this call. Assigned, as V8 is slow to spread before further fields. */
const contextOf = (
  host: CallContext,
  callId: string,
  language: Language,
  limits: Limits,
  onOutput: ToolContext['onOutput'],
): ToolContext =>
  Object.assign(
    {
      callId,
      language,
      get signal() {
        return limits.signal;
      },
      get deadline() {
        return limits.deadline;
      },
      onOutput(text: string) {
        if (limits.running) onOutput(text);
      },
    },
    host,
  );
