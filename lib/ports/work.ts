/** One entry of the list an agent keeps for itself. */
export interface Todo {
  readonly content: string;
  readonly status: 'pending' | 'in_progress' | 'completed';
  /** How it reads while it is being done. */
  readonly activeForm: string;
}

export interface TodoStore {
  get(): Promise<readonly Todo[]>;
  /** Replaces the whole list. */
  set(todos: readonly Todo[]): Promise<void>;
}

/** Work that goes on beside the conversation: a background command or agent. */
export interface Task {
  readonly id: string;
  readonly title: string;
  readonly status: 'pending' | 'running' | 'completed' | 'failed' | 'stopped';
  readonly output: string;
}

export interface TaskStore {
  create(title: string): Promise<Task>;
  get(id: string): Promise<Task | undefined>;
  list(): Promise<readonly Task[]>;
  /** The task as it is then; undefined if there is none. */
  update(id: string, change: Partial<Omit<Task, 'id'>>): Promise<Task | undefined>;
}

/** A prompt or a command line that is run by the clock, while the page is open. */
export interface CronJob {
  readonly id: string;
  readonly name: string;
  /** Five fields, as crontab has them. */
  readonly schedule: string;
  readonly command: string;
}

export interface CronStore {
  create(job: Omit<CronJob, 'id'>): Promise<CronJob>;
  /** Whether there was such a job. */
  remove(id: string): Promise<boolean>;
  list(): Promise<readonly CronJob[]>;
}

/** Whether the agent is planning, and what it has planned. */
export interface PlanStore {
  enter(): Promise<void>;
  /** Shows the plan to a person. */
  submit(plan: string, signal: AbortSignal): Promise<PlanAnswer>;
}

export type PlanAnswer =
  | { readonly answer: 'approved' | 'rejected' }
  | { readonly answer: 'change'; readonly feedback: string };

/** A branch checked out in a folder of its own. */
export interface Worktree {
  readonly path: string;
  readonly branch: string;
}

export interface WorktreeStore {
  current(): Promise<Worktree | undefined>;
  enter(branch: string): Promise<Worktree>;
  exit(): Promise<void>;
}
