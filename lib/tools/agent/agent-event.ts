import type { StopReason, Usage } from '@/lib/models/model';
import type { DispatchPhase, ResolvedCall, ToolCall } from '../dispatch';

/** What happens while an agent answers a prompt, in order. `end` comes last and exactly once. */
export type AgentEvent =
  | { readonly type: 'text'; readonly delta: string }
  | { readonly type: 'reasoning'; readonly delta: string }
  /** The model has finished writing a call. */
  | { readonly type: 'call'; readonly call: ToolCall }
  | { readonly type: 'phase'; readonly callId: string; readonly phase: DispatchPhase }
  /** A call's one result; results come in call order. */
  | { readonly type: 'result'; readonly call: ToolCall; readonly resolved: ResolvedCall }
  | { readonly type: 'turn'; readonly stop: StopReason; readonly usage: Usage }
  | { readonly type: 'end'; readonly answer: AgentAnswer };

/** How a prompt was answered. */
export interface AgentAnswer {
  /** Why the agent stopped: the model's reason, no turns left, stopped from outside, or a failure. */
  readonly reason: Exclude<StopReason, 'tool_calls' | 'pause'> | 'max_turns' | 'stopped' | 'failed';
  /** The model's last text; after a failure, what went wrong. */
  readonly text: string;
  readonly turns: number;
  readonly usage: Usage;
}
