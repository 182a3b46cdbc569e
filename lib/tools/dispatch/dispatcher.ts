import type { CallAround } from '@/lib/ports';
import { codeOf, type Language } from '@/lib/protocol';
import { messageOf } from '@/lib/protocol/message-of';
import { abortReasonOf, abortedResult, failure } from '../result';
import { hookStep, writtenMiddleware, type HookRunner } from '../hooks';
import { middlewareStep, type Middleware } from '../middleware';
import type { Permissions } from '../permissions/permissions';
import { restrictedBy } from '../pool/restriction-stack';
import { rateLimit, type RateLimiter } from '../rate-limit';
import { addRetryHint } from '../retry-hint';
import type { Registry } from '../registry';
import type { ConcurrencyClass } from '../schedule';
import { systemOf, type CheckOrder, type Scheduling, type System } from '../system';
import type { AnyTool, ToolContext } from '../tool';
import {
  type CallResult,
  type DispatchPhase,
  type ResolvedCall,
  type ToolCall,
  finalPhase,
  CallsFromCall,
} from './call';
import { throughChain } from './execution';
import { type Invocation, type OnStart, Trace, type Step, CallLimits, contextOf, type CallContext } from './invocation';
import { permission } from '../permissions/decide';
import { listSteps, type PipelineStep } from './pipeline';
import { prepare, type Prepared, type Validating, issueCount, validation as validationStep } from './prepare';
import { roomOf, truncation } from '../truncate';

/** The functions are called again for each call. */
export interface DispatcherOptions {
  readonly registry: Registry;
  readonly permissions: Permissions;
  /** Returns what the tools may use. `signal` aborts the call. */
  readonly contextFor: (call: ToolCall, signal: AbortSignal) => CallContext | Promise<CallContext>;
  /** The language for telling the model what is wrong with a call. Default: the system's. */
  readonly language?: () => Language | undefined;
  /** `warn`: a call with invalid arguments still runs, with its issues in the result; for teaching. Default: `block`. */
  readonly validation?: () => 'block' | 'warn';
  readonly limiter?: RateLimiter;
  readonly hooks?: HookRunner;
  /** Middleware around the hooks, outermost first. */
  readonly middleware?: readonly Middleware[];
  /** Maximum bytes of any result's text, not counting advice. Default: only the tool's own limit applies. */
  readonly maxTextBytes?: number;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

export interface DispatchOptions {
  /** Aborts the call; the reason should be an `AbortReason`. */
  readonly signal: AbortSignal;
  readonly onPhase?: (phase: DispatchPhase) => void;
  readonly onOutput?: (text: string) => void;
  readonly onStart?: OnStart | undefined;
}

export interface Dispatcher {
  /** Every step that a call passes, in order. */
  readonly steps: readonly PipelineStep[];
  /** Runs one call. Never rejects: every call gets exactly one result. */
  dispatch(call: ToolCall, options: DispatchOptions): Promise<ResolvedCall>;
  /** Whether the call certainly changes nothing. False for an invalid call. */
  readonly isReadOnly: (call: ToolCall) => boolean;
  /** What the call may run together with. An invalid call runs alone. */
  readonly concurrencyClassOf: (call: ToolCall) => ConcurrencyClass;
  /** How a turn's calls are scheduled. */
  readonly scheduling: Scheduling;
}

const LAST = { keep: false };
const ALONE: ConcurrencyClass = { reads: false, beside: false };
const BLOCK = (): 'block' => 'block';
const UNHEARD = (): void => undefined;

export const createDispatcher = (options: DispatcherOptions): Dispatcher => new CallDispatcher(options);

class CallDispatcher implements Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #stepsOf: StepsOf;
  readonly #system: () => System;

  constructor(options: DispatcherOptions) {
    this.#options = options;
    this.#stepsOf = arranged(options);
    this.#system = systemOfRegistry(options.registry);
  }

  get steps(): readonly PipelineStep[] {
    const system = this.#system();
    return listSteps(this.#stepsOf(system), system.behaviour.order);
  }

  get scheduling(): Scheduling {
    return this.#system().behaviour.scheduling;
  }

  readonly isReadOnly = (call: ToolCall): boolean => this.concurrencyClassOf(call).reads;

  readonly concurrencyClassOf = (call: ToolCall): ConcurrencyClass => {
    try {
      const prepared = prepare(this.#options.registry, call, this.#validating());
      if (!prepared.ok || prepared.value.issues) return ALONE;
      const { tool, input } = prepared.value;
      return { reads: tool.isReadOnly(input), beside: tool.runsBeside ?? false };
    } catch {
      return ALONE;
    }
  };

  dispatch(call: ToolCall, options: DispatchOptions): Promise<ResolvedCall> {
    return this.#dispatch(call, options, []);
  }

  async #dispatch(call: ToolCall, options: DispatchOptions, within: readonly CallAround[]): Promise<ResolvedCall> {
    const { now = Date.now } = this.#options;
    const { signal, onPhase = UNHEARD, onOutput = UNHEARD, onStart } = options;
    const queuedAt = now();
    let startedAt: number | undefined;
    const trace = new Trace(now);
    const validating = this.#validating();
    const { language, system } = validating;
    const report = (phase: DispatchPhase): void => {
      if (phase === 'running') startedAt = now();
      onPhase(phase);
    };
    const nested = new CallsFromCall(call.id, within.length, (inner, innerSignal) =>
      this.#dispatch(inner, { signal: innerSignal, onOutput, onStart }, [
        ...within,
        { name: call.name, args: call.args },
      ]),
    );
    let result: CallResult;
    try {
      result = await this.#answer(call, validating, { signal, trace, report, onOutput, onStart, nested, within });
    } catch (error) {
      result = signal.aborted
        ? abortedResult(abortReasonOf(signal, language))
        : failure('EXECUTION_ERROR', COULD_NOT_RUN[language] + messageOf(error));
    }
    result = spelled(result.success ? result : addRetryHint(result, language, trace, system), system);
    if (trace.entries) result.trace = trace.entries;
    const endedAt = now();
    const phase = finalPhase(result);
    onPhase(phase);
    const asks = this.#options.registry.find(call.name)?.waitsForPerson;
    const timings = { queuedAt, startedAt: startedAt ?? endedAt, endedAt, ...(asks && { asks }) };
    return { callId: call.id, phase, result: nested.addRecords(result), timings };
  }

  /** A system that validates arguments last lets everything through until then. */
  #validating(): Required<Validating> {
    const system = this.#system();
    const { language, validation = BLOCK } = this.#options;
    return {
      language: language?.() ?? system.behaviour.language,
      validation: looksLast(system) ? 'warn' : validation(),
      system,
    };
  }

  #answer(call: ToolCall, validating: Required<Validating>, own: OwnParts): CallResult | Promise<CallResult> {
    const { registry, contextFor } = this.#options;
    const { signal } = own;
    if (signal.aborted) return abortedResult(abortReasonOf(signal, validating.language));
    const prepared = prepare(registry, call, validating, LAST);
    if (!prepared.ok) return prepared.failure;
    const host = contextFor(call, signal);
    return host instanceof Promise
      ? host.then((ready) => this.#enter(call, prepared.value, ready, validating, own))
      : this.#enter(call, prepared.value, host, validating, own);
  }

  #enter(
    call: ToolCall,
    { tool, input, issues }: Prepared,
    host: CallContext,
    { language, system }: Required<Validating>,
    { signal, trace, report, onOutput, onStart, nested, within }: OwnParts,
  ): CallResult | Promise<CallResult> {
    const limits = new CallLimits(signal);
    const own = { callId: call.id, language, system, outputLimit: roomOf({ tool, system }), nested };
    const context = contextOf(host, own, this.#options.permissions, limits, onOutput);
    const outside = restrictedBy(context, tool);
    if (outside) return outside;
    const invocation = { call, tool, within, input, issues, context, limits, language, system, trace, report, onStart };
    const steps = this.#stepsOf(system, tool);
    if (!issues || looksLast(system)) return throughChain(steps, invocation);
    trace.note('validate', 'noted', `runs all the same: ${issueCount(issues)}`);
    const result = throughChain(steps, invocation);
    return result.then((ran) => (ran.issues ? ran : { ...ran, issues: [...issues] }));
  }
}

const COULD_NOT_RUN = { en: 'The call could not be run: ', zh: '此调用无法执行：' };

/** The steps for a call of a tool under a system; without a tool, those for any tool that is not intercepted. */
type StepsOf = (system: System, tool?: AnyTool) => readonly Step[];

function arranged(options: DispatcherOptions): StepsOf {
  const { permissions, limiter, hooks, middleware = [], validation = BLOCK } = options;
  const checks: readonly Step[] = [
    truncation(options.maxTextBytes),
    ...(limiter ? [rateLimit(limiter)] : []),
    permission(permissions),
  ];
  const inOrder = (steps: readonly Step[]): Readonly<Record<CheckOrder, readonly Step[]>> => ({
    'validation-permission-hooks': steps,
    'permission-hooks-validation': [...steps, validationStep(validation)],
  });
  const all = inOrder([
    ...checks,
    ...middleware.map(middlewareStep),
    ...(hooks ? [writtenMiddleware(hooks), hookStep(hooks)] : []),
  ]);
  const intercepted = inOrder(checks);
  return ({ behaviour }, tool) =>
    (tool && behaviour.intercepts.includes(tool.name) ? intercepted : all)[behaviour.order];
}

/** What belongs to one call from the start. */
type OwnParts = Pick<Invocation, 'trace' | 'report' | 'onStart' | 'within'> &
  Pick<ToolContext, 'onOutput' | 'nested'> &
  Pick<DispatchOptions, 'signal'>;

const looksLast = ({ behaviour }: System): boolean => behaviour.order === 'permission-hooks-validation';

/** The system of a registry's tools. Every call asks for it, so it is cached per list of tools. */
function systemOfRegistry(registry: Registry): () => System {
  let known: { readonly tools: Registry['tools']; readonly system: System } | undefined;
  return () => {
    const { tools } = registry;
    if (known?.tools !== tools) known = { tools, system: systemOf(tools) };
    return known.system;
  };
}

/** Gives a failure the system's own error code. */
function spelled(result: CallResult, { behaviour }: System): CallResult {
  if (result.error === undefined) return result;
  const error = behaviour.codes(codeOf(result.error), result);
  return error === result.error ? result : { ...result, error };
}
