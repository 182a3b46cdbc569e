import type { FileDiff, Timings, ToolKind, ToolResult, TraceEntry, ValidationIssue } from '@/lib/protocol';

/** The phases of a tool call. */
export type CallPhase =
  | 'streaming'
  | 'complete'
  | 'invalid'
  | 'awaiting-approval'
  | 'running'
  | 'succeeded'
  | 'failed'
  | 'denied'
  | 'aborted';

/** One tool call as the page shows it: the log, plus what the client knows beyond it. */
export interface CallView {
  id: string;
  name: string;
  /** What this call does, from its arguments so far: `Edit src/cart.ts`. */
  title: string;
  kind: ToolKind;
  readOnly: boolean;
  /** Whether it delegates work to an agent, and so may run in parallel with others like it. */
  beside?: boolean;
  /** Whether it runs only to ask a person something. */
  asks?: boolean;
  messageId: string;
  /** Argument text so far, as the model wrote it. */
  args: string;
  phase: CallPhase;
  /** Calls with the same number ran together. */
  batch?: number;
  timings?: Partial<Timings>;
  /** Output so far, only the end of it. */
  output: string;
  /** What the model was told; undefined until the call is resolved. */
  result?: ToolResult;
  issues: readonly ValidationIssue[];
  diff?: FileDiff;
  /** What the pipeline's steps did to it, in order; left out if there is nothing to report. */
  trace?: readonly TraceEntry[];
}
