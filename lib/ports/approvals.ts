import type { FileDiff, ToolKind, TraceEntry } from '@/lib/protocol';

/** A call that waits for a person. Bound to the call id and a hash of its arguments. */
export interface ApprovalRequest {
  callId: string;
  argsHash: string;
  /** The sub-agent that asks; left out for the agent that the person talks with. */
  agent?: { id: string; name: string };
  /** The calls it is nested in, outermost first. */
  within?: readonly CallAround[];
  toolName: string;
  title: string;
  kind: ToolKind;
  input: unknown;
  /** Why the person is asked: the rule or mode that required it. */
  reason: string;
  /** A rule that would allow this call and similar ones; the person may edit it before it is saved. */
  suggestedRule: string;
  /** What the call would change, if the tool can tell in advance. */
  preview?: FileDiff;
  /** Whether a rule that the person edited may be saved with this approval: it has to allow this very call. */
  covers?: (rule: string) => RuleCover;
}

/** A call that makes another. */
export interface CallAround {
  readonly name: string;
  /** Its arguments, as JSON. */
  readonly args: string;
}

/**
 * How an allow rule relates to a call: it allows it, is not a rule, is about another tool, or about other calls of the same
 * tool.
 */
export type RuleCover = 'covers' | 'not-a-rule' | 'other-tool' | 'other-call';

/** `argsHash`: the arguments the decision is about, from the request. A decision about other arguments is refused as stale. */
export type ApprovalDecision = (
  | { behavior: 'allow' }
  | { behavior: 'always'; rule: string }
  | { behavior: 'deny'; reason: string }
) & { argsHash?: string };

/** Asks a person. Rejects only when `signal` aborts. */
export type AskPerson = (request: ApprovalRequest, signal: AbortSignal) => Promise<ApprovalDecision>;

/** What code may answer when asked about a call. A changed input is validated again. `ask`: no opinion. */
type CanUseToolAnswer =
  | { readonly behavior: 'ask' }
  | {
      readonly behavior: 'allow';
      readonly updatedInput?: unknown;
      /** The hook that allows it. */ readonly hook?: string;
    }
  | { readonly behavior: 'deny'; readonly message: string; /** The hook that blocks it. */ readonly hook?: string };

/** A permission callback: asked in the permission step, after the deny rules. */
export type CanUseTool = (
  name: string,
  input: unknown,
  options: {
    readonly signal: AbortSignal;
    /** Rules that would allow this call and similar ones. */
    readonly suggestions: readonly string[];
    /** Adds an entry to the call's trace about what a hook did. */
    readonly note?: (entry: Pick<TraceEntry, 'outcome' | 'note' | 'startedAt'>) => void;
  },
) => Promise<CanUseToolAnswer>;
