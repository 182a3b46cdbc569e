import type { HookEvent, ToolKind, ToolMetadata, ToolResult } from '@/lib/protocol';

interface OfCall {
  readonly threadId: string;
  readonly callId: string;
  /** The tool's name. */
  readonly tool: string;
  readonly kind: ToolKind;
  readonly source: ToolMetadata['source'];
  readonly input: unknown;
}

/** What a hook knows of its occasion: `event` in its source, with `event.name` besides. JSON only. */
export interface HookPayloads {
  PreToolUse: OfCall;
  PostToolUse: OfCall & { readonly result: HookedResult };
  PostToolUseFailure: OfCall & { readonly result: HookedResult };
  UserPromptSubmit: { readonly prompt: string };
  /** `reason`: why the agent stopped, such as `end_turn`. */
  Stop: { readonly reason: string };
}

export type HookedResult = Pick<ToolResult, 'success' | 'text' | 'error' | 'summary'>;

/** The fields of an answer that mean something to each event; others are noted and ignored. */
export const ANSWER_FIELDS: Readonly<Record<HookEvent, readonly string[]>> = {
  PreToolUse: ['block', 'reason', 'input'],
  PostToolUse: ['output', 'context'],
  PostToolUseFailure: ['output', 'context'],
  UserPromptSubmit: ['block', 'reason', 'context'],
  Stop: ['block', 'reason'],
};
