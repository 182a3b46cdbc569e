import type { FileDiff, ToolKind, TraceEntry } from '@/lib/protocol';

/** A call that waits for a person. Bound to the call id and a hash of its arguments. */
export interface ApprovalRequest {
  callId: string;
  argsHash: string;
  /** The sub-agent that asks; left out where it is the one the person talks with. */
  agent?: { id: string; name: string };
  /** The calls from inside which it is made, outermost first. */
  within?: readonly CallAround[];
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
  /** Whether a rule, as the person edited it, may be saved from this approval: it has to let this very call through. */
  covers?: (rule: string) => RuleCover;
}

/** A call that makes another. */
export interface CallAround {
  readonly name: string;
  /** Its arguments, as JSON. */
  readonly args: string;
}

/** What an allow rule is to a call: it lets it through, is none, is about another tool, or about other calls of the tool. */
export type RuleCover = 'covers' | 'not-a-rule' | 'other-tool' | 'other-call';

/** `argsHash`: the arguments that were decided about, from the request. A decision about others is refused as stale. */
export type ApprovalDecision = (
  | { behavior: 'allow' }
  | { behavior: 'always'; rule: string }
  | { behavior: 'deny'; reason: string }
) & { argsHash?: string };

/** Asks a person. Rejects only when `signal` aborts. */
export type AskPerson = (request: ApprovalRequest, signal: AbortSignal) => Promise<ApprovalDecision>;

/** What code may answer when it is asked about a call. A changed input is validated again. `ask`: it has no opinion. */
type CanUseToolAnswer =
  | { readonly behavior: 'ask' }
  | {
      readonly behavior: 'allow';
      readonly updatedInput?: unknown;
      /** The hook that allows it. */ readonly hook?: string;
    }
  | { readonly behavior: 'deny'; readonly message: string; /** The hook that blocks it. */ readonly hook?: string };

/** A permission callback: asked at the permission step, after the deny rules. */
export type CanUseTool = (
  name: string,
  input: unknown,
  options: {
    readonly signal: AbortSignal;
    /** Rules that would allow this call and its like. */
    readonly suggestions: readonly string[];
    /** Notes for the call's trace what a hook did. */
    readonly note?: (entry: Pick<TraceEntry, 'outcome' | 'note' | 'startedAt'>) => void;
  },
) => Promise<CanUseToolAnswer>;
