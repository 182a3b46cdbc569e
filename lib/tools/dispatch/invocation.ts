import type { AnyTool, ToolContext } from '../tool';
import type { DispatchPhase, ToolCall } from './call';

/** A call that has passed look-up and validation: from here on it cannot be malformed. */
export interface Invocation {
  readonly call: ToolCall;
  readonly tool: AnyTool;
  /** Valid for `tool.input`. */
  readonly input: unknown;
  readonly context: ToolContext;
  readonly report: (phase: DispatchPhase) => void;
}
