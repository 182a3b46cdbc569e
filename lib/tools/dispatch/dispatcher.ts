import type { CallAround, NestedCalls } from '@/lib/ports';
import { codeOf, type Language, type ToolResult } from '@/lib/protocol';
import { messageOf } from '@/lib/protocol/message-of';
import {
  abortReasonOf,
  abortedResult,
  failure,
  type CallResult,
  type DispatchPhase,
  type ResolvedCall,
  type ToolCall,
  finalPhase,
} from '../result';
import { hookStep, writtenMiddleware, type HookRunner } from '../hooks';
import { middlewareStep, type Middleware } from '../middleware';
import type { Permissions } from '../permissions/permissions';
import { restrictedBy } from '../pool/restriction-stack';
import { rateLimit, type RateLimiter, roomOf, truncation } from './limits';
import { addRetryHint } from '../retry-hint';
import type { Registry } from '../registry';
import type { ConcurrencyClass } from '../schedule';
import { systemOf, type CheckOrder, type Scheduling, type System } from '../system';
import type { AnyTool, ToolContext } from '../tool';
import {
  type Invocation,
  type OnStart,
  Trace,
  type Step,
  contextOf,
  type CallContext,
  execute,
  CallLimits,
} from '../invocation';
import { permission } from '../permissions/decide';
import { listSteps, type PipelineStep } from './pipeline';
import {
  prepare,
  type Prepared,
  type ValidationSettings,
  issueCount,
  validation as validationStep,
  revise,
} from './prepare';

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

const WITHOUT_COPY = { keep: false };
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
    result = withSystemCode(result.success ? result : addRetryHint(result, language, trace, system), system);
    if (trace.entries) result.trace = trace.entries;
    const endedAt = now();
    const phase = finalPhase(result);
    onPhase(phase);
    const asks = this.#options.registry.find(call.name)?.waitsForPerson;
    const timings = { queuedAt, startedAt: startedAt ?? endedAt, endedAt, ...(asks && { asks }) };
    return { callId: call.id, phase, result: nested.addRecords(result), timings };
  }

  /** A system that validates arguments last lets everything through until then. */
  #validating(): Required<ValidationSettings> {
    const system = this.#system();
    const { language, validation = BLOCK } = this.#options;
    return {
      language: language?.() ?? system.behaviour.language,
      validation: validatesLast(system) ? 'warn' : validation(),
      system,
    };
  }

  #answer(call: ToolCall, validating: Required<ValidationSettings>, own: OwnParts): CallResult | Promise<CallResult> {
    const { registry, contextFor } = this.#options;
    const { signal } = own;
    if (signal.aborted) return abortedResult(abortReasonOf(signal, validating.language));
    const prepared = prepare(registry, call, validating, WITHOUT_COPY);
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
    { language, system }: Required<ValidationSettings>,
    { signal, trace, report, onOutput, onStart, nested, within }: OwnParts,
  ): CallResult | Promise<CallResult> {
    const limits = new CallLimits(signal);
    const own = { callId: call.id, language, system, outputLimit: roomOf({ tool, system }), nested };
    const context = contextOf(host, own, this.#options.permissions, limits, onOutput);
    const outside = context.restrictions?.lists.length ? restrictedBy(context, tool) : undefined;
    if (outside) return outside;
    const invocation = { call, tool, within, input, issues, context, limits, language, system, trace, report, onStart };
    const steps = this.#stepsOf(system, tool);
    if (!issues || validatesLast(system)) return throughChain(steps, invocation);
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

const validatesLast = ({ behaviour }: System): boolean => behaviour.order === 'permission-hooks-validation';

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
function withSystemCode(result: CallResult, { behaviour }: System): CallResult {
  if (result.error === undefined) return result;
  const error = behaviour.codes(codeOf(result.error), result);
  return error === result.error ? result : { ...result, error };
}

/** A call in progress, or the result that ended it. */
type StepOutcome = { readonly invocation: Invocation; readonly answer?: CallResult | undefined };

/** Runs an invocation through the steps, executes it, and goes back through the steps. */
async function throughChain(steps: readonly Step[], first: Invocation): Promise<CallResult> {
  let invocation = first;
  let answer: CallResult | undefined;
  let passed = 0;
  for (const step of steps) {
    const before = isIdle(step) ? undefined : step.before?.(invocation);
    if (before !== undefined) ({ invocation, answer } = await applyDecision(steps, step, invocation, before));
    if (answer) break;
    passed++;
  }
  const ran = answer ?? execute(invocation);
  let result: CallResult = ran instanceof Promise ? await ran : ran;
  while (passed > 0) {
    const step = steps[--passed];
    if (!step || isIdle(step)) continue;
    const changed: CallResult | Promise<CallResult> | undefined = step.after?.(result, invocation);
    if (changed) result = changed instanceof Promise ? await changed : changed;
  }
  return result;
}

const isIdle = ({ asks }: Step): boolean => asks?.().length === 0;

/** What a step decided about a call. */
async function applyDecision(
  steps: readonly Step[],
  step: Step,
  current: Invocation,
  pending: ReturnType<NonNullable<Step['before']>>,
): Promise<StepOutcome> {
  const before = await pending;
  if (before === undefined) return { invocation: current };
  if ('answer' in before) return { invocation: current, answer: before.answer };
  const revised = revise(current, before.input, step);
  if (!revised.ok) return { invocation: current, answer: revised.failure };
  return checkAgain(steps, step, revised.value);
}

/** Shows a changed input to the earlier steps that must see every input. */
async function checkAgain(steps: readonly Step[], step: Step, changed: Invocation): Promise<StepOutcome> {
  let current = changed;
  for (const earlier of steps.slice(0, steps.indexOf(step))) {
    const before = earlier.seesChanges ? earlier.before?.(current) : undefined;
    if (before === undefined) continue;
    const seen = await applyDecision(steps, earlier, current, before);
    if (seen.answer) return seen;
    current = seen.invocation;
  }
  return { invocation: current };
}

/** Maximum nesting depth: a workflow that runs a workflow that runs a workflow. */
const MOST_DEPTH = 3;
/** Maximum calls listed in the outer call's details; further ones are only counted. */
const MOST_LISTED = 100;
/** Maximum characters of a nested call's arguments and of its result text in the outer call's details. */
const SHOWN_TEXT = 300;

/** A nested call as recorded in the outer call's details. */
interface NestedRecord {
  readonly id: string;
  readonly name: string;
  /** The start of its arguments. */
  readonly args: string;
  readonly phase: ResolvedCall['phase'];
  readonly error?: string;
  readonly queuedAt: number;
  readonly startedAt: number;
  readonly endedAt: number;
  /** The start of its text, or its summary. */
  readonly text: string;
}

/**
 * The calls that one call makes. Each passes the whole pipeline under its own id, `<outer>.<n>`, and is recorded in the
 * outer call's details.
 */
export class CallsFromCall implements NestedCalls {
  readonly #outerId: string;
  readonly #depth: number;
  readonly #dispatch: (call: ToolCall, signal: AbortSignal) => Promise<ResolvedCall>;
  #records: NestedRecord[] | undefined;
  #made = 0;

  constructor(
    outerId: string,
    depth: number,
    dispatch: (call: ToolCall, signal: AbortSignal) => Promise<ResolvedCall>,
  ) {
    this.#outerId = outerId;
    this.#depth = depth;
    this.#dispatch = dispatch;
  }

  async call({ name, input }: { name: string; input: unknown }, signal: AbortSignal): Promise<ToolResult> {
    if (this.#depth >= MOST_DEPTH) {
      return failure('LOOP_DETECTED', `Calls nest at most ${MOST_DEPTH} deep. Do not let a call make itself again.`);
    }
    const call = { id: `${this.#outerId}.${++this.#made}`, name, args: JSON.stringify(input) ?? 'null' };
    const resolved = await this.#dispatch(call, signal);
    this.#records ??= [];
    if (this.#records.length < MOST_LISTED) this.#records.push(recordOf(call, resolved));
    return resolved.result;
  }

  /** Adds the records of the nested calls to the details of the outer call's result. */
  addRecords(result: CallResult): CallResult {
    if (this.#made === 0) return result;
    const nested = this.#records ?? [];
    const unlisted = this.#made - nested.length;
    return { ...result, details: { ...result.details, nested, ...(unlisted > 0 && { unlisted }) } };
  }
}

const recordOf = ({ id, name, args }: ToolCall, { phase, result, timings }: ResolvedCall): NestedRecord => ({
  id,
  name,
  args: args.slice(0, SHOWN_TEXT),
  phase,
  ...(result.error && { error: result.error }),
  queuedAt: timings.queuedAt,
  startedAt: timings.startedAt,
  endedAt: timings.endedAt,
  text: (result.success ? (result.summary ?? result.text) : result.text).slice(0, SHOWN_TEXT),
});
