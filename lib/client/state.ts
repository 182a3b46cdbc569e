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
} from '@/lib/protocol';
import type { ScenarioSetup } from '@/lib/scenarios';
import type { PipelineStep } from '@/lib/tools/dispatch';
import type { PermissionRule } from '@/lib/tools/permissions';
import type { AgentView } from './agents/agent-view';
import type { StoreApi } from 'zustand/vanilla';
import type { OwnHook } from '@/lib/workshop/own-hooks';
import type { OwnPacks } from './own-packs';
import type { RecentCalls } from './recent-calls';
import type { RunResponse } from './thread/run-client';
import type { MorePorts } from './ports/dependencies';
import type { AskedTurn } from './thread/interrupts';
import type { CallView } from './executor/call-view';
import type { HookNotice, PoolEntryView, ToolTester } from './executor/tool-state';
import type { ToolSettings } from './settings/tool-settings';

export type { CallPhase, CallView } from './executor/call-view';

/** Whether a rule holds for the present thread, or for every thread of this browser. */
export type RuleScope = 'thread' | 'everywhere';
export type SavedRule = PermissionRule & { readonly scope: RuleScope };

/** What the whole thread did to one file. */
export interface ThreadChange extends FileDiff {
  callIds: readonly string[];
  /** How often a person saved it themselves; left out where nobody did. */
  saves?: number;
}

export type ClientStatus =
  /** No thread yet. */
  | 'empty'
  | 'loading'
  /** Waits for a person to say something. */
  | 'idle'
  /** The model speaks. */
  | 'model'
  | 'tools'
  /** A call waits for a person. */
  | 'approval'
  /** A person is the model and is asked for the next turn. */
  | 'your-turn'
  | 'stopping'
  /** The last run failed, or a guard ended it (`TURN_LIMIT`, `TOKEN_BUDGET`, `LOOP_DETECTED`); `retry` goes on. */
  | 'error';

export interface SandboxState {
  phase: 'off' | 'booting' | 'ready' | 'failed';
  kind?: Sandbox['kind'];
  /** Why this one runs: chosen, the default, or what the probe found. */
  why: string;
  bootMs?: number;
  processes: number;
}

export interface ClientState {
  threadId: string | null;
  thread: ThreadState;
  /** In call order. */
  calls: readonly CallView[];
  /** The sub-agents that work or worked for this thread, at every depth, in the order in which they were first started. */
  agents: readonly AgentView[];
  approvals: readonly ApprovalRequest[];
  /** Calls that wait for a person's answers, oldest first. */
  questions: readonly QuestionRequest[];
  /** Plans that wait for a person's word, oldest first. */
  plans: readonly PlanRequest[];
  status: ClientStatus;
  /** What a person who is the model is asked with; undefined where no turn is asked for. */
  turnAsked?: AskedTurn;
  /** Who runs this thread's calls: this tab, or another one that this tab only watches. */
  executor: 'mine' | 'elsewhere';
  connection: 'off' | 'open' | 'reconnecting';
  sandbox: SandboxState;
  changes: readonly ThreadChange[];
  options: AgentOptions;
  /** Whose keys were typed in this tab (`keySlot`). */
  keys: readonly string[];
  /** The headers set for the server of the chosen model, in this tab. */
  headers: ExtraHeaders;
  /** The present thread's; before there is one, that in which it will begin. */
  mode: PermissionMode;
  /** The mode in which the next thread begins. */
  startMode: PermissionMode;
  /** What a person saved, such as `allow Edit(src/**)`. */
  rules: readonly SavedRule[];
  workspace: 'none' | 'saved' | 'saving' | 'failed' | 'elsewhere';
  /** Every tool there is, on or off, in the order in which models see them. Empty until the tools have loaded. */
  pool: readonly PoolEntryView[];
  toolSettings: ToolSettings;
  /** What each call passes, in order; a step that acts before and after the call stands here twice. */
  pipeline: readonly PipelineStep[];
  /** What the present scenario sets beside what the person set, for its thread only. */
  setup: ScenarioSetup;
  /** The hooks of packs that are on. */
  packHooks: readonly OwnHook[];
  /** What hooks made of this thread's prompts and of its ends, oldest first. */
  notices: readonly HookNotice[];
  /** What tools use and panes show: the page's, with the present thread's. The same object until there are others. */
  ports: MorePorts;
  error?: { code: string; message: string };
}

/** The client, as the page sees them: one store to read and a few things to do. No method throws. */
export interface Client extends ToolTester {
  readonly store: StoreApi<ClientState>;
  readonly blobs: BlobStore;
  readonly packs: OwnPacks;
  readonly recentCalls: RecentCalls;
  /** The present thread's log as it came, oldest first. Grows in place; `HostState.thread.seq` tells when. */
  readonly log: readonly LogLine[];
  /** The running sandbox; undefined while it boots. */
  readonly sandbox: Sandbox | undefined;
  /** Starts a thread with the chosen scenario's or the person's prompt, or says it in the present thread. */
  send(prompt: string): Promise<void>;
  /** Aborts what runs, model or tool, and settles every open call as ABORTED. */
  stop(): Promise<void>;
  /** Asks a sub-agent, and those it started, to end. */
  stopAgent(agentId: string): void;
  decide(callId: string, decision: ApprovalDecision): void;
  /** Answers a call's questions. */
  answer(callId: string, answers: Answers): void;
  /** Says what becomes of a plan. */
  answerPlan(callId: string, answer: PlanAnswer): void;
  /** Says the turn that `turnAsked` asks for; without one, the model that is chosen now says it. */
  takeTurn(turn?: WrittenTurn): Promise<void>;
  /** Goes on after an error, a run that died, or a guard; doubles a token budget that is used up. */
  retry(): Promise<void>;
  /** Makes this tab the client of a thread that another tab runs. */
  takeOver(): Promise<void>;
  /** Leaves the thread and mounts the scenario's project anew. */
  newThread(scenario?: string): Promise<void>;
  openThread(threadId: string): Promise<void>;
  /** The present thread and its sub-agents' as a file to replay, without the keys typed in this tab; undefined before anything was said. */
  record(): Promise<Cassette | undefined>;
  /** Begins a thread in which a recorded model speaks again, at once or as slowly as it did; its calls really run. */
  replay(cassette: Cassette, speed: 'recorded' | 'instant'): Promise<void>;
  setOptions(options: Partial<AgentOptions>): void;
  /** For the present thread; before there is one, for the next that begins. */
  setMode(mode: PermissionMode): void;
  /** For the threads that begin from now on; kept in this browser. */
  setStartMode(mode: PermissionMode): void;
  /** The page is in another language: so is what runs say, where neither their tools’ design nor the person has one of its own. */
  setLanguage(language: Language): void;
  addRule(rule: PermissionRule, scope: RuleScope): void;
  removeRule(rule: PermissionRule, scope: RuleScope): void;
  /** Saves a file a person edited. */
  saveFile(path: string, text: string): Promise<void>;
  /** Mounts the project anew and stays in the thread. */
  resetFiles(): Promise<void>;
  /** The key of the chosen model's provider. Kept in this tab only (sessionStorage), sent per request. Empty forgets it. */
  setKey(key: string): void;
  /** The headers that requests to the chosen model's server carry besides. Kept as keys are. Headers that cannot be are not taken. */
  setHeaders(headers: ExtraHeaders): void;
  /** The provider's own names of the models there are, from the provider. */
  listModels(): Promise<RunResponse<readonly string[]>>;
  /** What went to models and came back for a thread, its own or a sub-agent's, as far as the server still has it. */
  exchanges(threadId: string): Promise<RunResponse<readonly Exchange[]>>;
  dispose(): void;
}
