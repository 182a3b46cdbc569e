import type { CallAround } from '@/lib/ports';
import {
  type Language,
  type ValidationIssue,
  type TraceEntry,
  codeOf,
  ContentSchema,
  type ErrorCode,
  isRetryable,
  ToolResultSchema,
  type ToolResult,
} from '@/lib/protocol';
import type { System } from './system';
import type { AnyTool, ToolContext } from './tool';
import type { Permissions } from './permissions/permissions';
import {
  type DispatchPhase,
  type ToolCall,
  type CallResult,
  abortReasonOf,
  abortedResult,
  contentText,
  failure,
  AbortReason,
} from './result';
import { z } from 'zod';
import { messageOf } from '@/lib/protocol/message-of';
import { validate } from '@/lib/schema';

/** Called when a call starts. If it throws, the error becomes the call's result, and the tool does not run. */
export type OnStart = (invocation: Pick<Invocation, 'call' | 'tool' | 'input'>) => Promise<void> | void;

/** A call that has passed look-up and validation, so it cannot be malformed. */
export interface Invocation {
  /** The call as it will run: `args` is the text of `input` if a step changed it. */
  readonly call: ToolCall;
  readonly tool: AnyTool;
  /** The calls that this one is nested in, outermost first. */
  readonly within: readonly CallAround[];
  /** Valid for `tool.input`, unless there are `issues`. */
  readonly input: unknown;
  /** Issues of an invalid input that runs anyway. */
  readonly issues?: readonly ValidationIssue[] | undefined;
  readonly context: ToolContext;
  readonly limits: CallLimits;
  readonly language: Language;
  readonly system: System;
  readonly trace: Trace;
  readonly report: (phase: DispatchPhase) => void;
  /** Called and awaited immediately before the tool runs. */
  readonly onStart?: OnStart | undefined;
}

/** Maximum characters of one note. */
const NOTE_LIMIT = 300;

/** Records what each step did to one call, in order. Free until a step notes something. */
export class Trace {
  #entries: TraceEntry[] | undefined;

  /** `now` returns milliseconds since the epoch. */
  constructor(readonly now: () => number) {}

  /** Undefined if no step noted anything. */
  get entries(): TraceEntry[] | undefined {
    return this.#entries;
  }

  note(step: string, outcome: TraceEntry['outcome'], note: string, startedAt: number = this.now()): void {
    this.#entries ??= [];
    this.#entries.push({ step, outcome, note: oneLine(note), startedAt, endedAt: Math.max(startedAt, this.now()) });
  }
}

function oneLine(text: string): string {
  const line = /\s{2}|[^\S ]|^ | $/.test(text) ? text.replace(/\s+/g, ' ').trim() : text;
  return line.length > NOTE_LIMIT ? `${line.slice(0, NOTE_LIMIT - 1).replace(/[\ud800-\udbff]$/, '')}…` : line;
}

/** What a step decides before a call runs; undefined lets it continue unchanged. */
export type StepDecision =
  | undefined
  /** Continues with another input, once it is valid and permitted. */
  | { readonly input: unknown }
  /** Ends the call with this result. */
  | { readonly answer: CallResult };

/** One step around a call. Steps run in order before the call; those that ran do so in reverse order after it. */
export interface Step {
  readonly name: string;
  /** One line for people. */
  readonly about: string;
  /** Must see every input: it runs again when a later step changes the input. */
  readonly seesChanges?: boolean;
  /** Whom it may ask, such as a person's hooks: it is passed over while there is nobody. */
  readonly asks?: () => readonly unknown[];
  before?(invocation: Invocation): StepDecision | Promise<StepDecision>;
  after?(result: CallResult, invocation: Invocation): CallResult | Promise<CallResult>;
}

/** The part of a tool's context that the host provides; the rest belongs to the individual call. */
export type CallContext = Omit<
  ToolContext,
  'callId' | 'signal' | 'deadline' | 'language' | 'system' | 'outputLimit' | 'onOutput'
>;

/** The fields of a context that belong to the call itself. */
type OwnContext = Pick<ToolContext, 'callId' | 'language' | 'system' | 'outputLimit' | 'nested'>;

/** The key of a context's limits. Copies of a context need no limits: they hold plain values. */
const LIMITS = Symbol('limits');

interface Limited {
  readonly [LIMITS]: CallLimits;
}

/** Read lazily while the call runs. All contexts share the getters: V8 is slow if each object defines its own. */
const SIGNAL: PropertyDescriptor & ThisType<Limited> = {
  enumerable: true,
  get() {
    return this[LIMITS].signal;
  },
};
const DEADLINE: PropertyDescriptor & ThisType<Limited> = {
  enumerable: true,
  get() {
    return this[LIMITS].deadline;
  },
};

function addLimits<C extends Limited>(context: C): asserts context is C & Pick<ToolContext, 'signal' | 'deadline'> {
  Object.defineProperty(context, 'signal', SIGNAL);
  Object.defineProperty(context, 'deadline', DEADLINE);
}

/** A tool's context: the host's ports and this call's own fields. Uses assignment: V8 is slow at a spread followed by fields. */
export function contextOf(
  host: CallContext,
  { callId, language, system, outputLimit, nested }: OwnContext,
  permissions: Permissions,
  limits: CallLimits,
  onOutput: ToolContext['onOutput'],
): ToolContext {
  const context = Object.assign(
    {
      [LIMITS]: limits,
      callId,
      language,
      system,
      outputLimit,
      nested,
      permissionMode: permissions.mode(),
      canUseTool: permissions.canUseTool,
      onOutput(text: string) {
        if (limits.running) onOutput(text);
      },
    },
    host,
  );
  addLimits(context);
  return context;
}

/** How an execution that takes a while is cut off. */
interface CutOff {
  /** Why it is cut off, for the model. */
  readonly message: () => string;
  /** Milliseconds it may continue after that, or after an abort. */
  readonly graceMs: number;
  /** Called once, when that grace period is over too. */
  readonly onAbandoned: () => void;
}

/**
 * The limits of one call, behind its context's `signal` and `deadline`. While it executes, it has its own signal, which
 * aborts with the outer one or at the deadline. Made by hand and only on demand: an `AbortController` costs as much as
 * the rest of a call, and `AbortSignal.any` twice that; nor are a timer and a listener free.
 */
export class CallLimits {
  /** Milliseconds since the epoch. */
  deadline = Infinity;
  readonly #outer: AbortSignal;
  #running = false;
  #listening = false;
  #cutOff: CutOff | undefined;
  #own: AbortController | undefined;
  /** Wrapped in an object, since a reason may be any value. */
  #over: { readonly reason: unknown } | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(outer: AbortSignal) {
    this.#outer = outer;
  }

  /** Whether the call is executing. */
  get running(): boolean {
    return this.#running;
  }

  get signal(): AbortSignal {
    if (!this.#running) return this.#outer;
    if (!this.#own) {
      this.#own = new AbortController();
      this.#listen();
    }
    if (this.#over) this.#own.abort(this.#over.reason);
    return this.#own.signal;
  }

  /** The execution starts. */
  start(deadline: number): void {
    this.#running = true;
    this.deadline = deadline;
  }

  /** The execution did not end at once: it is cut off in so many milliseconds, or with the outer signal. */
  watch(ms: number, cutOff: CutOff): void {
    this.#cutOff = cutOff;
    this.#listen();
    if (this.#over) this.#abandonLater(cutOff);
    else this.#timer = setTimeout(() => this.#cut(new AbortReason('timeout', cutOff.message())), ms);
  }

  /** Ends the execution. Must be called: the outer signal outlives the call. */
  end(): void {
    this.#running = false;
    if (this.#cutOff) clearTimeout(this.#timer);
    if (this.#listening) this.#outer.removeEventListener('abort', this.#follow);
  }

  #listen(): void {
    if (this.#listening) return;
    this.#listening = true;
    this.#outer.addEventListener('abort', this.#follow, { once: true });
    if (this.#outer.aborted) this.#follow();
  }

  readonly #follow = (): void => this.#cut(this.#outer.reason);

  #cut(reason: unknown): void {
    if (!this.#running || this.#over) return;
    this.#over = { reason };
    if (this.#cutOff) this.#abandonLater(this.#cutOff);
    this.#own?.abort(reason);
  }

  #abandonLater({ graceMs, onAbandoned }: CutOff): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(onAbandoned, graceMs);
  }
}

/** Milliseconds a call may take unless its tool sets another limit. */
export const DEFAULT_DEADLINE_MS = 60_000;
/** Milliseconds a call may continue after an abort, unless its tool asks for more. */
export const DEFAULT_ABORT_GRACE_MS = 250;

/** Runs the tool until it answers, its deadline passes, or it is stopped. The core that all steps wrap. */
export function execute(invocation: Invocation): CallResult | Promise<CallResult> {
  const { tool, input, context, limits, system, trace } = invocation;
  if (context.signal.aborted) return abortedResult(abortReasonOf(context.signal, context.language));
  const own = tool.deadlineFor?.(input) ?? DEFAULT_DEADLINE_MS;
  const ms = tool.waitsForPerson ? own : Math.min(own, system.behaviour.deadlineMs);
  const ended = (result: CallResult): CallResult => {
    limits.end();
    return isUnknown(tool, input, result) ? { ...result, retryable: false } : result;
  };
  limits.start(trace.now() + ms);
  const answer = attempt(invocation);
  if (!(answer instanceof Promise)) return ended(answer);
  return new Promise((resolve) => {
    limits.watch(ms, {
      message: () => TEXTS[context.language ?? 'en'].late(tool.name, ms / 1000),
      graceMs: tool.abortGrace ?? DEFAULT_ABORT_GRACE_MS,
      onAbandoned: () => resolve(ended(abortedResult(abortReasonOf(limits.signal, context.language)))),
    });
    void answer.then((result) => resolve(ended(result)));
  });
}

/** Failures that can occur after the work was done. */
const UNKNOWN: ReadonlySet<ErrorCode> = new Set(['TIMEOUT', 'NETWORK_ERROR', 'SERVER_ERROR']);

/** Whether a failed call may have changed something elsewhere. Read-only and idempotent calls can simply be retried. */
function isUnknown(tool: AnyTool, input: unknown, { error, details }: CallResult): boolean {
  if (error === undefined || !UNKNOWN.has(codeOf(error)) || details?.sent === false) return false;
  const { openWorldHint, idempotentHint } = tool.annotations;
  return (openWorldHint || tool.source === 'mcp') && !idempotentHint && !tool.isReadOnly(input);
}

/** Runs the tool. Waits only if it does. */
function attempt(invocation: Invocation): CallResult | Promise<CallResult> {
  const { tool, input, context, onStart, report } = invocation;
  try {
    if (!onStart) report('running');
    const output = onStart ? afterStart(invocation, onStart) : tool.execute(input, context);
    return isPromise(output) ? finished(invocation, output) : readOutput(tool, output);
  } catch (error) {
    return thrown(invocation, error);
  }
}

async function afterStart(invocation: Invocation, onStart: NonNullable<Invocation['onStart']>): Promise<unknown> {
  await onStart(invocation);
  const { tool, input, context, limits, report } = invocation;
  // Cut off before it began, it does not begin.
  if (!limits.running || context.signal.aborted) throw context.signal.reason;
  report('running');
  return tool.execute(input, context);
}

/** Promises of any library count. */
const isPromise = (output: unknown): output is PromiseLike<unknown> =>
  typeof output === 'object' && output !== null && 'then' in output && typeof output.then === 'function';

async function finished(invocation: Invocation, output: PromiseLike<unknown>): Promise<CallResult> {
  try {
    return readOutput(invocation.tool, await output);
  } catch (error) {
    return thrown(invocation, error);
  }
}

/** Turns an exception into a result: for the abort if there was one, otherwise for the error. */
function thrown({ tool, context }: Invocation, error: unknown): CallResult {
  if (context.signal.aborted) return abortedResult(abortReasonOf(context.signal, context.language));
  const message = messageOf(error);
  const said = context.system?.behaviour.texts[context.language ?? 'en']?.threw?.(message);
  return failure('EXECUTION_ERROR', said ?? TEXTS[context.language ?? 'en'].failed(tool.name, message));
}

const TEXTS = {
  en: {
    late: (tool: string, seconds: number) => `${tool} took longer than ${seconds} s and was cut off.`,
    failed: (tool: string, message: string) => `${tool} failed: ${message}`,
  },
  zh: {
    late: (tool: string, seconds: number) => `${tool} 用时超过 ${seconds} 秒，已被终止。`,
    failed: (tool: string, message: string) => `${tool} 失败：${message}`,
  },
} as const satisfies Record<Language, unknown>;

const OutputSchema = ToolResultSchema.extend({ success: z.boolean().optional() });

/** Turns whatever a tool returned into a result. */
export function readOutput(tool: AnyTool, output: unknown): ToolResult {
  if (typeof output === 'string') return checkStructure(tool, { success: true, text: output });
  const read = OutputSchema.safeParse(withText(output));
  if (!read.success) {
    return failure(
      'INVALID_OUTPUT',
      `${tool.name} ran, but returned something that is neither text nor a result. This is a fault of the tool, not of ` +
        'the call: do not repeat it, look at its effect or go on another way.',
    );
  }
  const { success = read.data.error === undefined, ...rest } = read.data;
  if (success) return checkStructure(tool, { success, ...rest });
  const error = rest.error ?? 'EXECUTION_ERROR';
  return { ...rest, success, error, retryable: isRetryable(error) && rest.retryable !== false };
}

/** Adds text to a result that has only content. */
function withText(output: unknown): unknown {
  if (typeof output !== 'object' || output === null || !('content' in output)) return output;
  if ('text' in output && output.text !== undefined) return output;
  const content = z.array(ContentSchema).safeParse(output.content);
  return content.success ? { ...output, text: contentText(content.data) } : output;
}

/** A tool that declares an output schema must return matching structured content. */
function checkStructure(tool: AnyTool, result: ToolResult): ToolResult {
  if (!tool.output) return result;
  const checked = validate(tool.output, result.structuredContent);
  if (checked.ok) return { ...result, structuredContent: checked.value };
  const mismatches = checked.issues.map(
    ({ path, expected, received }) => `${path} should be ${expected} and is ${received}`,
  );
  const text = `${tool.name} ran, but its output is not what its schema promises: ${mismatches.join('; ')}.`;
  return failure('INVALID_OUTPUT', text, { issues: checked.issues });
}
