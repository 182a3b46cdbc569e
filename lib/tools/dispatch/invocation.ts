import type { CallAround } from '@/lib/ports';
import type { Language, ValidationIssue, TraceEntry } from '@/lib/protocol';
import type { System } from '../system';
import type { AnyTool, ToolContext } from '../tool';
import type { DispatchPhase, ToolCall } from './call';
import type { CallLimits } from './call-context';

/** A call begins. What this throws becomes the call's result, and the tool does not run. */
export type OnStart = (invocation: Pick<Invocation, 'call' | 'tool' | 'input'>) => Promise<void> | void;

/** A call that has passed look-up and validation: from here on it cannot be malformed. */
export interface Invocation {
  /** As it will run: `args` is the text of `input` where a step has changed that. */
  readonly call: ToolCall;
  readonly tool: AnyTool;
  /** The calls from inside which this one is made, outermost first. */
  readonly within: readonly CallAround[];
  /** Valid for `tool.input`, unless there are `issues`. */
  readonly input: unknown;
  /** Issues of an input that runs although it is not valid. */
  readonly issues?: readonly ValidationIssue[] | undefined;
  readonly context: ToolContext;
  readonly limits: CallLimits;
  readonly language: Language;
  readonly system: System;
  readonly trace: Trace;
  readonly report: (phase: DispatchPhase) => void;
  /** Called last of all before the tool runs, and waited for. */
  readonly onStart?: OnStart | undefined;
}

/** Characters of one note. */
const NOTE_LIMIT = 300;

/** What each step did to one call, in order. Costs nothing until a step notes something. */
export class Trace {
  #entries: TraceEntry[] | undefined;

  /** `now` tells milliseconds since the epoch. */
  constructor(readonly now: () => number) {}

  /** Undefined where no step had anything to say. */
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
