import type { Observed } from './observed';

export type TaskStatus = 'pending' | 'running' | 'completed' | 'failed' | 'stopped';

/** Work that is planned, or that goes on beside the conversation: a background command, a background agent. */
export interface Task {
  readonly id: string;
  readonly kind: 'plan' | 'shell' | 'agent';
  /** One line for people. */
  readonly title: string;
  readonly description?: string;
  readonly status: TaskStatus;
  /** The agent that does it. */
  readonly owner?: string;
  /** Ids of tasks that have to be completed before. */
  readonly blockedBy?: readonly string[];
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly startedAt?: number;
  readonly endedAt?: number;
  /** Of a command that has ended. */
  readonly exitCode?: number;
}

export type TaskDraft = Pick<Task, 'kind' | 'title'> &
  Partial<Pick<Task, 'id' | 'description' | 'owner' | 'blockedBy'>>;
export type TaskChange = Partial<Pick<Task, 'title' | 'description' | 'status' | 'owner' | 'blockedBy' | 'exitCode'>>;

/** What running work says of itself. */
export interface RunningTask {
  readonly id: string;
  /** Adds output; the oldest is dropped where too much is kept. */
  append(text: string): void;
  end(status: Exclude<TaskStatus, 'pending' | 'running'>, facts?: { exitCode?: number }): void;
}

/** The tasks of a thread. What was running when the page went away is `stopped` when it comes back. */
export interface TaskStore extends Observed<readonly Task[]> {
  /** A task that is planned, or done by somebody who says so through `update`. */
  create(draft: TaskDraft): Promise<Task>;
  /** A task that runs now; `stop` is called once when somebody asks for its end, and the work then calls `end`. */
  start(draft: TaskDraft, stop: () => void): Promise<RunningTask>;
  get(id: string): Task | undefined;
  /** The task as it is then; undefined if there is none. */
  update(id: string, change: TaskChange): Promise<Task | undefined>;
  /** Asks running work to end and resolves when it has; at once for any other. Undefined if there is no such task. */
  stop(id: string): Promise<Task | undefined>;
  /** Everything it has put out that is still kept; undefined if there is no such task. */
  output(id: string): string | undefined;
  /** What came since `takeNew` was last called for this task. */
  takeNew(id: string): string | undefined;
  /** Forgets what a task has put out. */
  clearOutput(id: string): void;
  /** Resolves when the task no longer runs, or rejects when the signal aborts. */
  ended(id: string, signal: AbortSignal): Promise<void>;
}
