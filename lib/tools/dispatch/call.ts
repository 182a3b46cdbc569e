import { type ResultMetadata, type Timings, type ToolResult, codeOf, type ErrorCode } from '@/lib/protocol';

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

/** The part of a settled call that travels in `ToolMessage.metadata.toolyard`. */
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
