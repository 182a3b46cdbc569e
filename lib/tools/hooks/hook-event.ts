import type { Task, Todo, Worktree } from '@/lib/ports';
import type { Denial, FileDiff, HookEvent, NotifyOnlyEvent, ToolKind, ToolMetadata, ToolResult } from '@/lib/protocol';

interface OfCall {
  readonly threadId: string;
  readonly callId: string;
  /** The tool's name. */
  readonly tool: string;
  /** The built-in tool that does the work, if a preset has another name for it. */
  readonly executor?: string;
  readonly kind: ToolKind;
  readonly source: ToolMetadata['source'];
  readonly input: unknown;
}

interface OfAgent {
  readonly agentId: string;
  readonly agent: string;
  readonly type: string;
  readonly description: string;
  readonly background: boolean;
}

interface OfTask extends Pick<Task, 'kind' | 'title' | 'owner'> {
  readonly taskId: string;
}

/** What a hook is told: `event` in its source, which also has `event.name`. JSON only. */
export interface HookPayloads extends NotifyOnlyPayloads {
  /** After the deny rules, before anyone is asked. `suggestions`: rules that would allow this call and similar ones. */
  PermissionRequest: { readonly tool: string; readonly input: unknown; readonly suggestions: readonly string[] };
  /** Around a call: with phase `pre` before the hooks, with phase `post` and the result after them. */
  Middleware: OfCall & { readonly phase: 'pre' | 'post'; readonly result?: HookedResult };
  PreToolUse: OfCall;
  PostToolUse: OfCall & { readonly result: HookedResult };
  PostToolUseFailure: OfCall & { readonly result: HookedResult };
  UserPromptSubmit: { readonly prompt: string };
  /** `reason`: why the agent stopped, such as `end`. */
  Stop: { readonly reason: string };
}

/** Payloads of events that only notify. */
interface NotifyOnlyPayloads {
  /** `source`: who or what denied the call. */
  PermissionDenied: Omit<OfCall, 'source'> & Pick<Denial, 'source' | 'rule' | 'reason'>;
  SessionStart: { readonly threadId: string; readonly how: 'new' | 'resumed' };
  /** The person switched to another thread. */
  SessionEnd: { readonly threadId: string };
  SubagentStart: OfAgent;
  SubagentStop: OfAgent & { readonly status: string };
  TaskCreated: OfTask;
  TaskCompleted: OfTask;
  /** `threadId`: the thread of the agent that owns the list. `todos`: the whole current list. */
  TodoListUpdated: { readonly threadId: string; readonly todos: readonly Todo[] };
  /** `changed`: names such as `mode`, `options.model`, `tools.limits`. */
  ConfigChange: { readonly changed: readonly string[] };
  /** The folder in which the shell's next command will run. */
  CwdChanged: { readonly from: string; readonly to: string };
  /** `restored`: the file is back to its state at the start of the thread. */
  FileChanged: {
    readonly path: string;
    readonly change: FileDiff['change'] | 'restored';
    readonly by: 'agent' | 'person';
    readonly callId?: string;
  };
  /** Something is waiting for a person. */
  Notification: {
    readonly about: 'approval' | 'question' | 'plan' | 'turn';
    readonly message: string;
    readonly callId?: string;
  };
  WorktreeCreate: { readonly worktree: string } & Pick<Worktree, 'path' | 'branch'>;
  WorktreeRemove: { readonly worktree: string };
}

/** An event that hooks are only notified of. */
export type StateEvent = {
  [E in NotifyOnlyEvent]: { readonly event: E; readonly payload: HookPayloads[E] };
}[NotifyOnlyEvent];

export type HookedResult = Pick<ToolResult, 'success' | 'text' | 'error' | 'summary'>;

/** The answer fields that each event accepts; others are noted and ignored. */
export const ANSWER_FIELDS: Readonly<Record<HookEvent, readonly string[]>> = {
  PermissionRequest: ['allow', 'block', 'reason', 'input'],
  Middleware: ['block', 'reason', 'input', 'output', 'context'],
  PreToolUse: ['block', 'reason', 'input'],
  PostToolUse: ['output', 'context'],
  PostToolUseFailure: ['output', 'context'],
  UserPromptSubmit: ['block', 'reason', 'context'],
  Stop: ['block', 'reason'],
  PermissionDenied: [],
  SessionStart: [],
  SessionEnd: [],
  SubagentStart: [],
  SubagentStop: [],
  TaskCreated: [],
  TaskCompleted: [],
  TodoListUpdated: [],
  ConfigChange: [],
  CwdChanged: [],
  FileChanged: [],
  Notification: [],
  WorktreeCreate: [],
  WorktreeRemove: [],
};
