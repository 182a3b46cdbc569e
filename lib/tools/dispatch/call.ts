import { type ResultMetadata, type Timings, type ToolResult, codeOf, type ErrorCode } from '@/lib/protocol';
import type { NestedCalls } from '@/lib/ports';
import { failure } from '../result';

/** A tool call as the model wrote it. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** JSON text of the arguments. */
  readonly args: string;
}

/** A result with what the pipeline adds to it. */
export interface CallResult extends ToolResult {
  truncated?: ResultMetadata['truncated'];
  trace?: ResultMetadata['trace'];
}

/** How a call ended. */
export type FinalPhase = 'invalid' | 'succeeded' | 'failed' | 'denied' | 'aborted';

/** What a call goes through once its arguments are complete. */
export type DispatchPhase = 'awaiting-approval' | 'running' | FinalPhase;

/** A call and its one result. */
export interface ResolvedCall {
  readonly callId: string;
  readonly phase: FinalPhase;
  readonly result: CallResult;
  readonly timings: Timings;
}

/** The part of a resolved call that travels in `ToolMessage.metadata.toolyard`. */
export function toResultMetadata({ result, timings }: ResolvedCall): ResultMetadata {
  const { text: _text, content: _content, ...metadata } = result;
  return { ...metadata, timings };
}

const PHASES: Partial<Record<ErrorCode, FinalPhase>> = {
  TOOL_NOT_FOUND: 'invalid',
  INVALID_JSON: 'invalid',
  PARTIAL_JSON: 'invalid',
  INVALID_ARGS: 'invalid',
  GATE_DENIED: 'denied',
  BLACKLIST_DENIED: 'denied',
  HOOK_BLOCKED: 'denied',
  ABORTED: 'aborted',
};

/** The final phase of a call, from its result. */
export function finalPhase({ success, error }: ToolResult): FinalPhase {
  if (success) return 'succeeded';
  return (error && PHASES[codeOf(error)]) ?? 'failed';
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
