import type { FileDiff, ToolKind } from '@/lib/protocol';

/** A call that waits for a person. Bound to the call id and a hash of its arguments. */
export interface ApprovalRequest {
  callId: string;
  argsHash: string;
  toolName: string;
  title: string;
  kind: ToolKind;
  input: unknown;
  /** Why it is asked: the rule or mode that decided so. */
  reason: string;
  /** A rule that would allow this call and its like; the person may edit it before it is saved. */
  suggestedRule: string;
  /** What the call would change, where the tool can tell beforehand. */
  preview?: FileDiff;
}

export type ApprovalDecision =
  | { behavior: 'allow' }
  | { behavior: 'always'; rule: string }
  | { behavior: 'deny'; reason: string };

/** Asks a person. Rejects only when `signal` aborts. */
export type AskPerson = (request: ApprovalRequest, signal: AbortSignal) => Promise<ApprovalDecision>;
