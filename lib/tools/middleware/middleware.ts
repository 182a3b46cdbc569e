import type { ToolResult } from '@/lib/protocol';
import type { Invocation } from '../dispatch/invocation';

/** What `pre` may return; undefined lets the call continue unchanged. */
export type PreOutcome =
  | undefined
  | void
  /** Changes the input; it is validated and permission-checked again. */
  | { readonly input: unknown }
  /** Blocks the call, for this reason. */
  | { readonly block: string };

/** Custom code around every call's execution: run in order before it, in reverse order after it. */
export interface Middleware {
  readonly name: string;
  /** One line for people. */
  readonly about?: string;
  /** Runs before the call. If it throws, the call is blocked: it may be a guard. */
  pre?(invocation: Invocation): PreOutcome | Promise<PreOutcome>;
  /** Runs after the call, or after an inner step blocked it. May return a new result. An exception is only noted. */
  post?(
    result: ToolResult,
    invocation: Invocation,
  ): ToolResult | undefined | void | Promise<ToolResult | undefined | void>;
}
