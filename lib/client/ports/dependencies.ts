import type { PlanAnswer, PlanRequest, Questions, Sandbox, ShellState } from '@/lib/ports';
import type { AgentOptions, PermissionMode } from '@/lib/protocol';
import type { Database } from '@/lib/stores';
import type { CallContext } from '@/lib/tools/dispatch';
import type { StateEvent } from '@/lib/tools/hooks';
import type { AnyTool } from '@/lib/tools/tool';
import type { CommandRunner } from '../executor/tool-state';
import type { ToolSettings } from '../settings/tool-settings';
import type { Wait } from '../thread/wait';

/** What tools use beside files, shell and the tools themselves. */
export type MorePorts = Partial<
  Pick<
    CallContext,
    | 'fileCache'
    | 'spawner'
    | 'skills'
    | 'restrictions'
    | 'mailbox'
    | 'teams'
    | 'tasks'
    | 'todos'
    | 'plan'
    | 'cron'
    | 'worktrees'
    | 'mcp'
    | 'questions'
    | 'memory'
    | 'knowledge'
    | 'workflows'
    | 'services'
    | 'configuration'
    | 'code'
    | 'browser'
  >
>;

/** What a page's ports are made of. */
export interface PageDependencies {
  tables: Database;
  fetch: typeof fetch;
  /** The header of the typed key for the chosen model, where there is one. */
  carried?: () => Readonly<Record<string, string>>;
  /** Tools of MCP servers that are connected, after each change. */
  onMcpTools?: (tools: readonly AnyTool[]) => void;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** The running sandbox; undefined where none can be had. */
  sandbox: () => Promise<Sandbox | undefined>;
  mode: () => PermissionMode;
  setMode: (mode: PermissionMode) => void;
  /** What a person set, and ways to set it in their place. */
  settings: {
    tools: () => ToolSettings;
    setTools: (change: Partial<ToolSettings>) => void;
    options: () => AgentOptions;
    setOptions: (change: AgentOptions) => void;
  };
  /**
   * Says something to the present thread's agent in a person's place, such as a prompt of the schedule, once it is idle; false
   * where the signal aborted before.
   */
  say: (prompt: string, signal: AbortSignal) => Promise<boolean>;
  /** Resolves after so many milliseconds, or at once when the signal aborts; never rejects. */
  wait: Wait;
  /** Undefined where the browser has none. */
  locks: LockManager | undefined;
  /** Resolves when the agent has nothing to do and this tab could give it something, or when the signal aborts. */
  whenIdle: (signal: AbortSignal) => Promise<void>;
  /** Calls back whenever the agent is done with what it was asked, until the signal aborts. */
  onIdle: (listener: () => void, signal: AbortSignal) => void;
  /** Runs a command that no model asked for through the whole pipeline, outside any thread. */
  runCommand: CommandRunner['runCommand'];
  /** Tells hooks of what no state of the client shows. */
  announce?: (stateEvent: StateEvent) => void;
  /** Asks the person at the page. */
  questions: Questions;
  /** Shows the person a plan, and waits. Rejects only when `signal` aborts. */
  askPlan: (request: PlanRequest, signal: AbortSignal) => Promise<PlanAnswer>;
  /** Something went wrong beside the thread. */
  onProblem: (code: string, message: string) => void;
  /** Aborts when the page lets go of the client. */
  signal: AbortSignal;
}

/** What a thread's ports are made of. */
export interface ThreadDependencies extends PageDependencies {
  threadId: string;
  /** Undefined where there is no sandbox. */
  shell: ShellState | undefined;
  /** The page's own. */
  page: MorePorts;
  /** Aborts when the thread is left. */
  signal: AbortSignal;
}

/** Makes some ports. A failure leaves them out: their tools answer STORE_UNAVAILABLE. */
export type PortMaker<N> = (dependencies: N) => MorePorts | Promise<MorePorts>;
