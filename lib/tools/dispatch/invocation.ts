import type { CallAround } from '@/lib/ports';
import type { Language, ValidationIssue, TraceEntry } from '@/lib/protocol';
import type { System } from '../system';
import type { AnyTool, ToolContext } from '../tool';
import type { DispatchPhase, ToolCall } from './call';
import type { CallLimits } from './call-context';

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
