import type { CallAround } from '@/lib/ports';
import type { Language, ValidationIssue, TraceEntry } from '@/lib/protocol';
import type { System } from '../system';
import type { AnyTool, ToolContext } from '../tool';
import type { DispatchPhase, ToolCall, CallResult } from './call';
import type { Permissions } from '../permissions/permissions';
import { AbortReason } from '../result';

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
export type Before =
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
  before?(invocation: Invocation): Before | Promise<Before>;
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
