import type { ErrorCode, PermissionMode } from '@/lib/protocol';
import type { Observed } from './observed';

/** The name of the agent that talks with the person, among agents. */
export const MAIN_AGENT = 'main';

/** A kind of agent: its instructions and its tools. */
export interface AgentType {
  readonly name: string;
  /** One line: its purpose. */
  readonly description: string;
  /** Its system prompt. */
  readonly system: string;
  /** Names of its tools. Default: all that its parent has. */
  readonly tools?: readonly string[];
  /** The model it uses unless the call names another. */
  readonly model?: string;
}

/** A sub-agent to start or resume. Fields that are left out are inherited from its parent. */
export interface AgentTask {
  /** The call that starts it: repeated after a reload, it continues with the same agent. */
  readonly callId: string;
  readonly prompt: string;
  /** One line for people. */
  readonly description: string;
  /** The name of an `AgentType`. */
  readonly type: string;
  /** Id or name of an agent to resume, with its whole conversation. */
  readonly resume?: string;
  readonly name?: string;
  readonly model?: string;
  readonly mode?: PermissionMode;
  readonly maxTurns?: number;
  readonly background: boolean;
  readonly isolation?: 'worktree';
  readonly team?: string;
  /** Every list of tool names and rules that its parent is currently restricted to. */
  readonly narrowedTo: readonly (readonly string[])[];
}

/** What an agent has used so far. */
export interface AgentUsage {
  readonly turns: number;
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedInputTokens: number;
  /** US dollars. */
  readonly cost: number;
}

type AgentStatus = 'running' | 'done' | 'failed' | 'stopped';

/** How an agent ended. */
export interface AgentReport {
  readonly status: Exclude<AgentStatus, 'running'>;
  /** Its last message; if it did not finish by itself, why it ended. */
  readonly text: string;
  readonly error?: ErrorCode;
  readonly usage: AgentUsage;
  /** Its worktree, if it left changes there. */
  readonly worktree?: { readonly path: string; readonly branch: string };
}

/** An agent that is running. */
export interface RunningAgent {
  readonly id: string;
  readonly name: string;
  /** Id of the thread on the server that holds its log. */
  readonly threadId: string;
  /** Never rejects. */
  readonly ended: Promise<AgentReport>;
  /** Asks it, and all agents it started, to end. */
  stop(): void;
}

export type AgentStart =
  | { readonly ok: true; readonly agent: RunningAgent }
  | { readonly ok: false; readonly error: ErrorCode; readonly message: string };

/** Starts sub-agents on behalf of one agent, never with more permission than it has. */
export interface AgentSpawner {
  /** The agent that starts them: `main`, or an agent's id. */
  readonly self: string;
  /** The kinds of agents that the person defined. */
  ownTypes(): Promise<readonly AgentType[]>;
  /** Never rejects. On abort, an agent that has already started is asked to end. */
  start(task: AgentTask, signal: AbortSignal): Promise<AgentStart>;
  /** The id of the agent that a call started, on this page or before its last reload. */
  startedBy(callId: string): Promise<string | undefined>;
  /** The agent, or the members of the team, with that id or name, including `main`; empty if there is none. */
  addressees(name: string): Promise<readonly Addressee[]>;
}

/** Someone a message can be sent to. */
export interface Addressee {
  readonly id: string;
  readonly name: string;
  readonly working: boolean;
}

/** A message from one agent to another. */
export interface AgentMessage {
  readonly id: string;
  /** Ids of agents. */
  readonly from: string;
  readonly to: string;
  readonly text: string;
  /** Milliseconds since the epoch. */
  readonly sentAt: number;
  /** When it reached its reader; left out until then. */
  readonly readAt?: number;
}

/** Messages between a thread's agents. Each is delivered at its reader's next turn. */
export interface MailboxStore extends Observed<readonly AgentMessage[]> {
  send(message: Pick<AgentMessage, 'from' | 'to' | 'text'>): Promise<AgentMessage>;
  /** Undelivered messages for an agent, oldest first. */
  waiting(reader: string): readonly AgentMessage[];
  /** Marks messages as read: they are in the reader's log. */
  read(ids: readonly string[]): Promise<void>;
}

export interface Team {
  readonly name: string;
  /** Ids or names of agents. */
  readonly members: readonly string[];
}

/** Groups of a thread's agents that can be written to together. */
export interface TeamStore extends Observed<readonly Team[]> {
  /** False if there is already one with that name. */
  create(team: Team): Promise<boolean>;
  /** Adds a member; false if there is no such team. */
  join(name: string, member: string): Promise<boolean>;
  /** Whether there was such a team. */
  remove(name: string): Promise<boolean>;
  get(name: string): Team | undefined;
}
