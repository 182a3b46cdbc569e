import type { PlanAnswer, PlanRequest, Questions, Sandbox, ShellState } from '@/lib/ports';
import type { AgentOptions, PermissionMode } from '@/lib/protocol';
import type { Database } from '@/lib/stores';
import type { CallContext } from '@/lib/tools/dispatch';
import type { StateEvent } from '@/lib/tools/hooks';
import type { Port } from '@/lib/tools/requirements';
import type { AnyTool } from '@/lib/tools/tool';
import type { CommandRunner } from '../tool-state';
import type { ToolSettings } from '../settings/tool-settings';
import type { Wait } from '../wait';

/** What tools use besides files, shell and the tools themselves. */
export type MorePorts = Partial<
  Pick<CallContext, 'fileCache' | 'restrictions' | Exclude<Port, 'codeRunner' | 'dynamicToolStore' | 'nested'>>
>;

/** What a page's ports need. */
export interface PageDependencies {
  tables: Database;
  fetch: typeof fetch;
  /** The header with the typed key for the chosen model, if there is one. */
  carried?: () => Readonly<Record<string, string>>;
  /** Gets the tools of the connected MCP servers after each change. */
  onMcpTools?: (tools: readonly AnyTool[]) => void;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** The running sandbox; undefined if there is none. */
  sandbox: () => Promise<Sandbox | undefined>;
  mode: () => PermissionMode;
  setMode: (mode: PermissionMode) => void;
  /** A person's settings, and functions that change them on the person's behalf. */
  settings: {
    tools: () => ToolSettings;
    setTools: (change: Partial<ToolSettings>) => void;
    options: () => AgentOptions;
    setOptions: (change: AgentOptions) => void;
  };
  /**
   * Sends the current thread's agent a prompt on a person's behalf, for example a scheduled one, once it is idle; false if the
   * signal aborted first.
   */
  say: (prompt: string, signal: AbortSignal) => Promise<boolean>;
  /** Resolves after this many milliseconds, or at once when the signal aborts; never rejects. */
  wait: Wait;
  /** Undefined if the browser has none. */
  locks: LockManager | undefined;
  /** Resolves when the agent is idle and this tab could give it work, or when the signal aborts. */
  whenIdle: (signal: AbortSignal) => Promise<void>;
  /** Calls back whenever the agent becomes idle, until the signal aborts. */
  onIdle: (listener: () => void, signal: AbortSignal) => void;
  /** Runs a command that no model requested, through the whole pipeline, outside any thread. */
  runCommand: CommandRunner['runCommand'];
  /** Tells hooks about events that do not show in the client's state. */
  announce?: (stateEvent: StateEvent) => void;
  /** Asks the person at the page. */
  questions: Questions;
  /** Shows the person a plan, and waits. Rejects only when `signal` aborts. */
  askPlan: (request: PlanRequest, signal: AbortSignal) => Promise<PlanAnswer>;
  /** Reports a problem outside the thread. */
  onProblem: (code: string, message: string) => void;
  /** Aborts when the page disposes of the client. */
  signal: AbortSignal;
}

/** What a thread's ports need. */
export interface ThreadDependencies extends PageDependencies {
  threadId: string;
  /** Undefined if there is no sandbox. */
  shell: ShellState | undefined;
  /** The page's own ports. */
  page: MorePorts;
  /** Aborts when the thread is left. */
  signal: AbortSignal;
}

/** Opens some ports. If it fails, they are left out, and their tools answer STORE_UNAVAILABLE. */
export type PortMaker<N> = (dependencies: N) => MorePorts | Promise<MorePorts>;

/** What a sub-agent's ports need in addition to what the page provides. */
export interface ChildDependencies {
  threadId: string;
  shell: ShellState | undefined;
  mode: () => PermissionMode;
  setMode: (mode: PermissionMode) => void;
  /** The page's id of one of its calls. */
  callIdOf: (callId: string) => string;
  signal: AbortSignal;
}
