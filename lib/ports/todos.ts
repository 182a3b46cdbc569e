import type { Observed } from './observed';

/** One entry of the list an agent keeps for itself. */
export interface Todo {
  readonly content: string;
  readonly status: 'pending' | 'in_progress' | 'completed';
  /** How it reads while it is being done. */
  readonly activeForm: string;
}

/** An agent's to-do list. Each agent of a thread has its own. */
export interface TodoStore extends Observed<readonly Todo[]> {
  /** Replaces the whole list. */
  set(todos: readonly Todo[]): Promise<void>;
}
