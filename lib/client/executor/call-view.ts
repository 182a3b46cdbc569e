import type { FileDiff, Timings, ToolKind, ToolResult, TraceEntry, ValidationIssue } from '@/lib/protocol';

/** The life of one tool call. */
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

/** One tool call as the page shows it: the log's truth with what the client knows of it laid over. */
export interface CallView {
  id: string;
  name: string;
  /** What this call does, from its arguments as far as they are known: `Edit src/cart.ts`. */
  title: string;
  kind: ToolKind;
  readOnly: boolean;
  /** It sets somebody else to work, and so may run at the same time as its like. */
  beside?: boolean;
  messageId: string;
  /** Argument text so far, as the model wrote it. */
  args: string;
  phase: CallPhase;
  /** Calls with the same number ran together. */
  batch?: number;
  timings?: Partial<Timings>;
  /** Output shown while it runs; the end of it only. */
  output: string;
  /** What the model was told; undefined until the call is settled. */
  result?: ToolResult;
  issues: readonly ValidationIssue[];
  diff?: FileDiff;
  /** What the pipeline's steps did to it, in that order; left out where none did anything worth telling. */
  trace?: readonly TraceEntry[];
}
