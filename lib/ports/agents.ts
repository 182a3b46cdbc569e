import type { PermissionMode } from '@/lib/protocol';

/** A sub-agent to start. What is left out is its parent's. */
export interface AgentTask {
  readonly prompt: string;
  /** One line for people. */
  readonly description: string;
  /** A kind of agent, each with its own list of tools. */
  readonly type: string;
  readonly model?: string;
  readonly mode?: PermissionMode;
  readonly maxTurns?: number;
  readonly background?: boolean;
}

export interface AgentReport {
  readonly agentId: string;
  readonly ok: boolean;
  /** Its last words. */
  readonly text: string;
}

/** Starts sub-agents; never with more permission than the caller has. Rejects only when `signal` aborts. */
export interface AgentSpawner {
  spawn(task: AgentTask, signal: AbortSignal): Promise<AgentReport>;
}

export interface AgentMessage {
  readonly from: string;
  readonly to: string;
  readonly text: string;
}

/** Messages between agents; each reaches its reader at the reader's next turn. */
export interface MailboxStore {
  send(message: AgentMessage): Promise<void>;
  /** Takes what waits for an agent, oldest first. */
  collect(agentId: string): Promise<readonly AgentMessage[]>;
}

export interface Team {
  readonly name: string;
  readonly members: readonly string[];
}

export interface TeamStore {
  create(team: Team): Promise<boolean>;
  /** Whether there was such a team. */
  remove(name: string): Promise<boolean>;
  get(name: string): Promise<Team | undefined>;
}

/** A folder with a SKILL.md, and the tools it narrows an agent to. */
export interface Skill {
  readonly name: string;
  readonly description: string;
  readonly instructions: string;
  readonly tools?: readonly string[];
}

export interface SkillRegistry {
  list(): Promise<readonly Skill[]>;
  get(name: string): Promise<Skill | undefined>;
}
