import type { Observed } from './observed';

export type TaskStatus = 'pending' | 'running' | 'completed' | 'failed' | 'stopped';

/** Work that is planned, or that runs alongside the conversation: a background command or agent. */
export interface Task {
  readonly id: string;
  readonly kind: 'plan' | 'shell' | 'agent';
  /** One line for people. */
  readonly title: string;
  readonly description?: string;
  readonly status: TaskStatus;
  /** The agent that does it. */
  readonly owner?: string;
  /** Ids of tasks that have to be completed first. */
  readonly blockedBy?: readonly string[];
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly startedAt?: number;
  readonly endedAt?: number;
  /** Only for a command that has ended. */
  readonly exitCode?: number;
}

export type TaskDraft = Pick<Task, 'kind' | 'title'> &
  Partial<Pick<Task, 'id' | 'description' | 'owner' | 'blockedBy'>>;
export type TaskChange = Partial<Pick<Task, 'title' | 'description' | 'status' | 'owner' | 'blockedBy' | 'exitCode'>>;

/** How running work reports its output and its end. */
export interface RunningTask {
  readonly id: string;
  /** Adds output; if there is too much, the oldest is dropped. */
  append(text: string): void;
  end(status: Exclude<TaskStatus, 'pending' | 'running'>, facts?: { exitCode?: number }): void;
}

/** The tasks of a thread. A task that was running when the page closed is `stopped` when it is reopened. */
export interface TaskStore extends Observed<readonly Task[]> {
  /** A planned task, or one whose progress is reported through `update`. */
  create(draft: TaskDraft): Promise<Task>;
  /** A task that runs now. `stop` is called once when it is asked to end; the work then calls `end`. */
  start(draft: TaskDraft, stop: () => void): Promise<RunningTask>;
  get(id: string): Task | undefined;
  /** The updated task; undefined if there is none. */
  update(id: string, change: TaskChange): Promise<Task | undefined>;
  /** Asks running work to end and resolves when it has, or at once for any other task. Undefined if there is no such task. */
  stop(id: string): Promise<Task | undefined>;
  /** All of its output that is still kept; undefined if there is no such task. */
  output(id: string): string | undefined;
  /** The output since `takeNew` was last called for this task. */
  takeNew(id: string): string | undefined;
  /** Discards the output of a task. */
  clearOutput(id: string): void;
  /** Resolves when the task no longer runs, or rejects when the signal aborts. */
  ended(id: string, signal: AbortSignal): Promise<void>;
}
