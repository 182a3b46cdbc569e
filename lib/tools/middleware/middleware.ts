import type { ToolResult } from '@/lib/protocol';
import type { Invocation } from '../dispatch/invocation';

/** What a middleware's `pre` may want; nothing lets the call go on as it is. */
export type PreOutcome =
  | undefined
  | void
  /** Another input; it is validated and permitted anew. */
  | { readonly input: unknown }
  /** The call does not run, for this reason. */
  | { readonly block: string };

/** Code of one's own around the execution of every call: passed in order before it, in reverse order after it. */
export interface Middleware {
  readonly name: string;
  /** One line for people. */
  readonly about?: string;
  /** Before the call runs. One that throws blocks the call: it may be a guard. */
  pre?(invocation: Invocation): PreOutcome | Promise<PreOutcome>;
  /** After the call ran, or was blocked further in. Returns a result to replace it. One that throws is logged only. */
  post?(
    result: ToolResult,
    invocation: Invocation,
  ): ToolResult | undefined | void | Promise<ToolResult | undefined | void>;
}
