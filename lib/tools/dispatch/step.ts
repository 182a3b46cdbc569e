import type { CallResult } from './call';
import type { Invocation } from './invocation';

/** What a step decides before a call runs; undefined lets it continue unchanged. */
export type Before =
  | undefined
  /** Continues with another input, once it is valid and permitted. */
  | { readonly input: unknown }
  /** Ends the call with this result. */
  | { readonly answer: CallResult };

/** One step around a call. Steps run in order before the call; those that ran do so in reverse order after it. */
export interface Step {
  readonly name: string;
  /** One line for people. */
  readonly about: string;
  /** Must see every input: it runs again when a later step changes the input. */
  readonly seesChanges?: boolean;
  before?(invocation: Invocation): Before | Promise<Before>;
  after?(result: CallResult, invocation: Invocation): CallResult | Promise<CallResult>;
}
