import type {
  Answers,
  ApprovalDecision,
  ApprovalRequest,
  BlobStore,
  PlanAnswer,
  PlanRequest,
  QuestionRequest,
  Sandbox,
} from '@/lib/ports';
import type {
  AgentOptions,
  Language,
  Exchange,
  ExtraHeaders,
  Cassette,
  FileDiff,
  LogLine,
  PermissionMode,
  ThreadState,
  WrittenTurn,
  TurnRequest,
} from '@/lib/protocol';
import type { ScenarioSetup } from '@/lib/scenarios';
import type { PipelineStep } from '@/lib/tools/dispatch';
import type { PermissionRule } from '@/lib/tools/permissions';
import type { AgentView } from './agent-view';
import type { StoreApi } from 'zustand/vanilla';
import type { OwnHook } from '@/lib/workshop/own-hooks';
import type { OwnPacks } from './own-packs';
import type { BootChoice } from './workspace/boot-sandbox';
import type { RecentCalls } from './recent-calls';
import type { RunResponse } from './run-client';
import type { MorePorts } from './ports/dependencies';
import type { CallView } from './executor/call-view';
import type { HookNotice, PoolEntryView, ToolTester } from './tool-state';
import type { ToolSettings } from './settings/tool-settings';

export type { CallPhase, CallView } from './executor/call-view';

/** Whether a rule applies to the current thread, or to every thread of this browser. */
export type RuleScope = 'thread' | 'everywhere';
export type SavedRule = PermissionRule & { readonly scope: RuleScope };

/** What the whole thread did to one file. */
export interface ThreadChange extends FileDiff {
  callIds: readonly string[];
  /** How often a person saved it themselves; left out if never. */
  saves?: number;
}

export type ClientStatus =
  /** No thread yet. */
  | 'empty'
  | 'loading'
  /** Waits for a prompt. */
  | 'idle'
  /** The model is responding. */
  | 'model'
  | 'tools'
  /** A call waits for a person. */
  | 'approval'
  /** A person plays the model and is asked for the next turn. */
  | 'your-turn'
  | 'stopping'
  /** The last run failed, or a guard ended it (`TURN_LIMIT`, `TOKEN_BUDGET`, `LOOP_DETECTED`); `retry` continues. */
  | 'error';

export interface SandboxState {
  phase: 'off' | 'booting' | 'ready' | 'failed';
  /** What the link or the operator chose. */
  chosen: BootChoice;
  /** What runs; undefined until one has booted. */
  kind?: Sandbox['kind'];
  /** Why this sandbox runs: chosen, the default, or the result of the probe. */
  why: string;
  bootMs?: number;
  processes: number;
}

export interface ClientState {
  threadId: string | null;
  thread: ThreadState;
  /** In call order. */
  calls: readonly CallView[];
  /** The sub-agents of this thread, running or not, at every depth, in the order they were first started. */
  agents: readonly AgentView[];
  approvals: readonly ApprovalRequest[];
  /** Calls that wait for a person's answers, oldest first. */
  questions: readonly QuestionRequest[];
  /** Plans that wait for a person's decision, oldest first. */
  plans: readonly PlanRequest[];
  status: ClientStatus;
  /** The request to a person who plays the model; undefined if no turn is requested. */
  turnAsked?: AskedTurn;
  /** Who runs this thread's calls: this tab, or another one that this tab only watches. */
  executor: 'mine' | 'elsewhere';
  connection: 'off' | 'open' | 'reconnecting';
  sandbox: SandboxState;
  changes: readonly ThreadChange[];
  options: AgentOptions;
  /** The slots whose keys were typed in this tab (`keySlot`). */
  keys: readonly string[];
  /** The headers that were set in this tab for the chosen model's server. */
  headers: ExtraHeaders;
  /** The current thread's mode; before there is a thread, the mode in which it will start. */
  mode: PermissionMode;
  /** The mode in which the next thread starts. */
  startMode: PermissionMode;
  /** Rules that a person saved, such as `allow Edit(src/**)`. */
  rules: readonly SavedRule[];
  workspace: 'none' | 'saved' | 'saving' | 'failed' | 'elsewhere';
  /** Every tool, on or off, in the order that models see them. Empty until the tools have loaded. */
  pool: readonly PoolEntryView[];
  toolSettings: ToolSettings;
  /** What each call goes through, in order; a step that acts before and after the call is listed twice. */
  pipeline: readonly PipelineStep[];
  /** What the current scenario sets in addition to the person's settings, for its thread only. */
  setup: ScenarioSetup;
  /** The hooks of packs that are on. */
  packHooks: readonly OwnHook[];
  /** What hooks did to this thread's prompts and ends, oldest first. */
  notices: readonly HookNotice[];
  /** What tools use and panes show: the page's ports and the current thread's. The same object until a port changes. */
  ports: MorePorts;
  /**
   * `unsent`: the person's text that the server refused, which sending again does not help. `stop`: the person has stopped the
   * thread, and the server has not heard it.
   */
  error?: { code: string; message: string; unsent?: string; stop?: true };
}

/** The client as the page sees it: one store to read, and a few actions. No method throws. */
export interface Client extends ToolTester {
  readonly store: StoreApi<ClientState>;
  readonly blobs: BlobStore;
  readonly packs: OwnPacks;
  readonly recentCalls: RecentCalls;
  /** The current thread's log as received, oldest first. Grows in place; `ClientState.thread.seq` tells when. */
  readonly log: readonly LogLine[];
  /** The running sandbox; undefined while it boots. */
  readonly sandbox: Sandbox | undefined;
  /**
   * Starts a thread with the chosen scenario's or the person's prompt, or sends it to the current thread, as a message of this
   * id. The same message may be sent again. Returns the thread that it goes to; undefined for what the page refuses, or was
   * stopped before.
   */
  send(prompt: string, id?: string): Promise<string | undefined>;
  /** Aborts whatever is running, model or tool, and settles every open call as ABORTED. */
  stop(): Promise<void>;
  /** Asks a sub-agent, and those it started, to end. */
  stopAgent(agentId: string): void;
  decide(callId: string, decision: ApprovalDecision): void;
  /** Answers a call's questions. */
  answer(callId: string, answers: Answers): void;
  /** Answers a plan. */
  answerPlan(callId: string, answer: PlanAnswer): void;
  /** Supplies the turn that `turnAsked` asks for; if none is given, the currently chosen model does. */
  takeTurn(turn?: WrittenTurn): Promise<void>;
  /** Continues after an error, a dead run or a guard; doubles a token budget that is used up. */
  retry(): Promise<void>;
  /** Makes this tab the client of a thread that another tab runs. */
  takeOver(): Promise<void>;
  /** Leaves the thread and mounts a fresh copy of the scenario's project. */
  newThread(scenario?: string): Promise<void>;
  openThread(threadId: string): Promise<void>;
  /** Deletes a thread of this session for good, here and on the server; one that is open is left first. */
  deleteThread(threadId: string): Promise<RunResponse<undefined>>;
  /**
   * The current thread and its sub-agents as a file to replay, without the keys typed in this tab; undefined before anything was
   * said.
   */
  record(): Promise<Cassette | undefined>;
  /** Starts a thread in which a recorded model speaks again, at once or at its original speed; its calls really run. */
  replay(cassette: Cassette, speed: 'recorded' | 'instant'): Promise<void>;
  setOptions(options: Partial<AgentOptions>): void;
  /** For the current thread; before there is one, for the next thread. */
  setMode(mode: PermissionMode): void;
  /** For threads that start from now on; kept in this browser. */
  setStartMode(mode: PermissionMode): void;
  /** Sets the page's language. Runs use it unless the preset or the person sets another. */
  setLanguage(language: Language): void;
  addRule(rule: PermissionRule, scope: RuleScope): void;
  removeRule(rule: PermissionRule, scope: RuleScope): void;
  /** Saves a file that a person edited. */
  saveFile(path: string, text: string): Promise<void>;
  /** Notes what programs in the person's terminal have changed. */
  noteTerminal(): Promise<void>;
  /** Mounts a fresh copy of the project and stays in the thread. */
  resetFiles(): Promise<void>;
  /**
   * Sets the key for the chosen model's provider. Kept in this tab only (sessionStorage) and sent with each request. Empty
   * deletes it.
   */
  setKey(key: string): void;
  /**
   * Sets additional headers for requests to the chosen model's server. Kept as keys are. Ignored if one of them may not be set.
   */
  setHeaders(headers: ExtraHeaders): void;
  /** The names of the available models, from the provider. */
  listModels(): Promise<RunResponse<readonly string[]>>;
  /** Requests to models and their responses, for a thread or a sub-agent's thread, as far as the server still has them. */
  exchanges(threadId: string): Promise<RunResponse<readonly Exchange[]>>;
  dispose(): void;
}

/** A model turn that a person is asked to write. */
export interface AskedTurn extends TurnRequest {
  interruptId: string;
}
