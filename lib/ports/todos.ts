import type { Observed } from './observed';

/** One entry of an agent's to-do list. */
export interface Todo {
  readonly content: string;
  readonly status: 'pending' | 'in_progress' | 'completed';
  /** Its wording while it is in progress. */
  readonly activeForm: string;
}

/** An agent's to-do list. Each agent of a thread has its own. */
export interface TodoStore extends Observed<readonly Todo[]> {
  /** Replaces the whole list. */
  set(todos: readonly Todo[]): Promise<void>;
}
