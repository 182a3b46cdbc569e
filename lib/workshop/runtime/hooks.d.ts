/** What every hook about a call knows about it. */
export interface HookedCall {
  readonly threadId: string;
  readonly callId: string;
  /** The tool's name. */
  readonly tool: string;
  /** The built-in tool that does the work, if the preset gives it another name. */
  readonly executor?: string;
  readonly kind: 'read' | 'edit' | 'delete' | 'move' | 'execute' | 'fetch' | 'other';
  readonly source: 'builtin' | 'custom' | 'dynamic' | 'mcp';
  /** What the model sent. It fits the tool's schema. */
  readonly input: Record<string, unknown>;
}

/** The result of a call. */
export interface HookedResult {
  readonly success: boolean;
  /** What the model reads. */
  readonly text: string;
  readonly error?: string;
  readonly summary?: string;
}

interface OfAgent {
  readonly agentId: string;
  readonly agent: string;
  readonly type: string;
  readonly description: string;
  readonly background: boolean;
}

interface OfTask {
  readonly taskId: string;
  readonly kind: string;
  readonly title: string;
  readonly owner?: string | undefined;
}

/** What a hook is told, by event. */
export interface HookEvents {
  /** Before the decision about a call, after the deny rules. `suggestions`: rules that would allow it and similar calls. */
  PermissionRequest: {
    readonly tool: string;
    readonly input: Record<string, unknown>;
    readonly suggestions: readonly string[];
  };
  /** Around a call: `pre` before the hooks, `post` after them. */
  Middleware: HookedCall & { readonly phase: 'pre' | 'post'; readonly result?: HookedResult };
  /** Before a call runs, once it is allowed. */
  PreToolUse: HookedCall;
  /** After a call that succeeded. */
  PostToolUse: HookedCall & { readonly result: HookedResult };
  /** After a call that failed. */
  PostToolUseFailure: HookedCall & { readonly result: HookedResult };
  /** Before a person's message goes to the model. */
  UserPromptSubmit: { readonly prompt: string };
  /** When the agent is done; `reason` says why, such as `end`. */
  Stop: { readonly reason: string };
  PermissionDenied: Omit<HookedCall, 'source'> & {
    readonly source: string;
    readonly rule?: string;
    readonly reason?: string;
  };
  SessionStart: { readonly threadId: string; readonly how: 'new' | 'resumed' };
  SessionEnd: { readonly threadId: string };
  SubagentStart: OfAgent;
  SubagentStop: OfAgent & { readonly status: string };
  TaskCreated: OfTask;
  TaskCompleted: OfTask;
  TodoListUpdated: {
    readonly threadId: string;
    readonly todos: readonly { readonly content: string; readonly status: string; readonly activeForm: string }[];
  };
  ConfigChange: { readonly changed: readonly string[] };
  CwdChanged: { readonly from: string; readonly to: string };
  FileChanged: {
    readonly path: string;
    readonly change: string;
    readonly by: 'agent' | 'person';
    readonly callId?: string;
  };
  Notification: {
    readonly about: 'approval' | 'question' | 'plan' | 'turn';
    readonly message: string;
    readonly callId?: string;
  };
  WorktreeCreate: { readonly worktree: string; readonly path: string; readonly branch: string };
  WorktreeRemove: { readonly worktree: string };
}

/** Stops the call or prompt, for this reason. For `Stop`: the agent continues. */
interface Block {
  block: true;
  reason?: string;
}
/** Replaces the input that the model sent. It is validated and checked against the permissions again. */
interface Changed {
  input: Record<string, unknown>;
}
/** Replaces, or adds to, what the model reads. */
interface Told {
  output?: string;
  context?: string;
}

/** What a hook may answer, by event. Hooks of other events are only told. */
export interface HookAnswers {
  PermissionRequest: Block | { allow: true; input?: Record<string, unknown> };
  Middleware: Block | Changed | Told;
  PreToolUse: Block | Changed;
  PostToolUse: Told;
  PostToolUseFailure: Told;
  UserPromptSubmit: Block | { context: string };
  Stop: Block;
}

/** Returning nothing changes nothing. */
type Answer<E> = E extends keyof HookAnswers ? HookAnswers[E] | undefined | void : undefined | void;

interface AroundCalls {
  /** What it is for; shown in the trace of each call. */
  name: string;
  /** Names of tools, separated by `|`; `*` matches anything: `Write|Edit`, `mcp__*`. Default: every tool. */
  matcher?: string;
  /** Milliseconds after which it is stopped. Default: 5,000. */
  deadlineMs?: number;
}

/** A hook or middleware of a pack. */
export interface DefinedHook {
  readonly name: string;
  readonly event: string;
}

/**
 * Makes a hook: a function that is asked, or told, when something happens. It runs in the sandbox and starts anew for each
 * event. A hook that throws or times out changes nothing and blocks nothing; the trace says so.
 */
export function defineHook<E extends keyof HookEvents>(
  definition: AroundCalls & {
    event: E;
    run(event: HookEvents[E] & { readonly name: E }): Answer<E> | Promise<Answer<E>>;
  },
): DefinedHook;

/** Makes a middleware: `pre` runs before a call, `post` after it, in reverse order. */
export function defineMiddleware(
  definition: AroundCalls & {
    pre?(call: HookedCall): Block | Changed | undefined | void | Promise<Block | Changed | undefined | void>;
    post?(
      call: HookedCall & { readonly result: HookedResult },
    ): Told | undefined | void | Promise<Told | undefined | void>;
  },
): DefinedHook;

/**
 * A pack's export `canUseTool`: decides about calls on a person's behalf, after the deny rules. `ask` leaves the decision to the
 * rules, the mode and the person.
 */
export type CanUseTool = (
  tool: string,
  input: Record<string, unknown>,
  options: { readonly suggestions: readonly string[] },
) => CanUseToolAnswer | Promise<CanUseToolAnswer>;

export type CanUseToolAnswer =
  | { behavior: 'ask' }
  | { behavior: 'allow'; updatedInput?: Record<string, unknown> }
  | { behavior: 'deny'; message: string };

/** A pack's export `categories`: the categories of tools in an index and in searches, by tool name. */
export type Categories = Record<string, string>;

/** An event for a hook, and its expected answer: these fields, or no answer if there are none. */
export interface HookCase {
  /** The hook's name; for the export `canUseTool`, that is `canUseTool`. */
  hook: string;
  event: Record<string, unknown>;
  expect: {
    allow?: boolean;
    block?: boolean;
    reason?: string;
    input?: Record<string, unknown>;
    output?: string;
    context?: string;
  };
}
