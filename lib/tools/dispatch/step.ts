import type { CallResult } from './call';
import type { Invocation } from './invocation';

/** What a step makes of a call before it runs; nothing lets it go on as it is. */
export type Before =
  | undefined
  /** Goes on with another input, once that is found valid and permitted. */
  | { readonly input: unknown }
  /** Goes no further: this is its result. */
  | { readonly answer: CallResult };

/** One step around a call. Before it runs, steps are passed in order; after it, those that were passed, in reverse. */
export interface Step {
  readonly name: string;
  /** One line for people. */
  readonly about: string;
  /** Has to see every input: passed once more when a later step changes it. */
  readonly seesChanges?: boolean;
  before?(invocation: Invocation): Before | Promise<Before>;
  after?(result: CallResult, invocation: Invocation): CallResult | Promise<CallResult>;
}
