import type { ErrorCode, PermissionMode } from '@/lib/protocol';
import type { Observed } from './observed';

/** What the agent that talks with the person is called among agents. */
export const MAIN_AGENT = 'main';

/** A kind of agent: what it is told, and which tools it has. */
export interface AgentType {
  readonly name: string;
  /** One line: what it is for. */
  readonly description: string;
  /** Its system prompt. */
  readonly system: string;
  /** Names of its tools; left out: all that its parent has. */
  readonly tools?: readonly string[];
  /** The model it works with unless the call names another. */
  readonly model?: string;
}

/** A sub-agent to start, or to go on with. What is left out is its parent's. */
export interface AgentTask {
  /** The call that starts it: made again after a reload, it goes on with the same agent. */
  readonly callId: string;
  readonly prompt: string;
  /** One line for people. */
  readonly description: string;
  /** A kind of agent. */
  readonly type: string;
  /** Id or name of an agent to go on with, with all it knows. */
  readonly resume?: string;
  readonly name?: string;
  readonly model?: string;
  readonly mode?: PermissionMode;
  readonly maxTurns?: number;
  readonly background: boolean;
  readonly isolation?: 'worktree';
  readonly team?: string;
  /** Every list that its parent is narrowed to at the moment, of tools' names and rules. */
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

/** How an agent came to an end. */
export interface AgentReport {
  readonly status: Exclude<AgentStatus, 'running'>;
  /** Its last words; why it ended, where it came to no end of its own. */
  readonly text: string;
  readonly error?: ErrorCode;
  readonly usage: AgentUsage;
  /** Its worktree, where it left something there. */
  readonly worktree?: { readonly path: string; readonly branch: string };
}

/** An agent that works. */
export interface RunningAgent {
  readonly id: string;
  readonly name: string;
  /** The thread on the server that is its log. */
  readonly threadId: string;
  /** Never rejects. */
  readonly ended: Promise<AgentReport>;
  /** Asks it, and those it started, to end. */
  stop(): void;
}

export type AgentStart =
  | { readonly ok: true; readonly agent: RunningAgent }
  | { readonly ok: false; readonly error: ErrorCode; readonly message: string };

/** Starts sub-agents in the name of one agent, and never with more permission than it has. */
export interface AgentSpawner {
  /** Who starts them: `main`, or an agent's id. */
  readonly self: string;
  /** The person's own kinds of agents. */
  ownTypes(): Promise<readonly AgentType[]>;
  /** Never rejects. After an abort the agent, if it has begun, is asked to end. */
  start(task: AgentTask, signal: AbortSignal): Promise<AgentStart>;
  /** The id of the agent that a call has started, in this page or the one before it. */
  startedBy(callId: string): Promise<string | undefined>;
  /** The agent, or the members of the team, of that id or name; empty where there is none. `main` is one. */
  addressees(name: string): Promise<readonly Addressee[]>;
}

/** Somebody a message can be sent to. */
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
  /** When it reached its reader; left out while it waits. */
  readonly readAt?: number;
}

/** Messages between a thread's agents; each reaches its reader at the reader's next turn. */
export interface MailboxStore extends Observed<readonly AgentMessage[]> {
  send(message: Pick<AgentMessage, 'from' | 'to' | 'text'>): Promise<AgentMessage>;
  /** What waits for an agent, oldest first. */
  waiting(reader: string): readonly AgentMessage[];
  /** They are in the reader's log. */
  read(ids: readonly string[]): Promise<void>;
}

export interface Team {
  readonly name: string;
  /** Ids or names of agents. */
  readonly members: readonly string[];
}

/** Groups of a thread's agents that are written to together. */
export interface TeamStore extends Observed<readonly Team[]> {
  /** False where there is one of that name. */
  create(team: Team): Promise<boolean>;
  /** Adds a member; false where there is no such team. */
  join(name: string, member: string): Promise<boolean>;
  /** Whether there was such a team. */
  remove(name: string): Promise<boolean>;
  get(name: string): Team | undefined;
}
