import type { Task, Todo, Worktree } from '@/lib/ports';
import type { Denial, FileDiff, HookEvent, ToldEvent, ToolKind, ToolMetadata, ToolResult } from '@/lib/protocol';

interface OfCall {
  readonly threadId: string;
  readonly callId: string;
  /** The tool's name. */
  readonly tool: string;
  /** The built-in tool that does the work, where a preset calls it otherwise. */
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

/** What a hook knows of its occasion: `event` in its source, with `event.name` besides. JSON only. */
export interface HookPayloads extends ToldPayloads {
  /** After the deny rules, before anybody is asked. `suggestions`: rules that would allow this call and its like. */
  PermissionRequest: { readonly tool: string; readonly input: unknown; readonly suggestions: readonly string[] };
  /** Around a call: before the hooks with phase `pre`, after them with phase `post` and what came of it. */
  Middleware: OfCall & { readonly phase: 'pre' | 'post'; readonly result?: HookedResult };
  PreToolUse: OfCall;
  PostToolUse: OfCall & { readonly result: HookedResult };
  PostToolUseFailure: OfCall & { readonly result: HookedResult };
  UserPromptSubmit: { readonly prompt: string };
  /** `reason`: why the agent stopped, such as `end`. */
  Stop: { readonly reason: string };
}

/** Of what has happened. */
interface ToldPayloads {
  /** `source`: who or what refused. */
  PermissionDenied: Omit<OfCall, 'source'> & Pick<Denial, 'source' | 'rule' | 'reason'>;
  SessionStart: { readonly threadId: string; readonly how: 'new' | 'resumed' };
  /** The thread was left for another. */
  SessionEnd: { readonly threadId: string };
  SubagentStart: OfAgent;
  SubagentStop: OfAgent & { readonly status: string };
  TaskCreated: OfTask;
  TaskCompleted: OfTask;
  /** `threadId`: of the agent whose list it is. `todos`: the whole list, as it is now. */
  TodoListUpdated: { readonly threadId: string; readonly todos: readonly Todo[] };
  /** `changed`: names such as `mode`, `options.model`, `tools.limits`. */
  ConfigChange: { readonly changed: readonly string[] };
  /** The folder in which the shell's next command runs. */
  CwdChanged: { readonly from: string; readonly to: string };
  /** `restored`: it is again as it was when the thread began. */
  FileChanged: {
    readonly path: string;
    readonly change: FileDiff['change'] | 'restored';
    readonly by: 'agent' | 'person';
    readonly callId?: string;
  };
  /** Something waits for a person. */
  Notification: {
    readonly about: 'approval' | 'question' | 'plan' | 'turn';
    readonly message: string;
    readonly callId?: string;
  };
  WorktreeCreate: { readonly worktree: string } & Pick<Worktree, 'path' | 'branch'>;
  WorktreeRemove: { readonly worktree: string };
}

/** Something that has happened, as hooks are told of it. */
export type StateEvent = {
  [E in ToldEvent]: { readonly event: E; readonly payload: HookPayloads[E] };
}[ToldEvent];

export type HookedResult = Pick<ToolResult, 'success' | 'text' | 'error' | 'summary'>;

/** The fields of an answer that mean something to each event; others are noted and ignored. */
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
