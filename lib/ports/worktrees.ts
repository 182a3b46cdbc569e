/** A branch that is checked out in its own folder. */
export interface Worktree {
  readonly name: string;
  readonly path: string;
  readonly branch: string;
}

/** A repository at a glance, for people. */
export interface RepositoryView {
  /** Undefined if no branch is checked out. */
  readonly branch?: string;
  /** Changed files, with the two-letter code of `git status --short`. */
  readonly changes: readonly { readonly path: string; readonly code: string }[];
  readonly branches: readonly string[];
  readonly worktrees: readonly Worktree[];
  /** The latest commits of the branch, newest first; `at` in milliseconds since the epoch. */
  readonly commits: readonly {
    readonly id: string;
    readonly subject: string;
    readonly author: string;
    readonly at: number;
  }[];
}

/** Git worktrees in the sandbox. Rejects with a readable reason. */
export interface WorktreeStore {
  /** The worktree that this agent is in. */
  current(): Worktree | undefined;
  list(): Promise<readonly Worktree[]>;
  /** The repository as seen from the agent's folder, without changing it; undefined if there is none. */
  look(): Promise<RepositoryView | undefined>;
  /** Creates a worktree with its own branch, without entering it. Creates a repository and a first commit if there is none. */
  create(name: string): Promise<Worktree>;
  /** Removes its folder and its entry; the branch stays. Rejects if there are uncommitted files, unless forced. */
  remove(name: string, options?: { force?: boolean }): Promise<void>;
  /** Removes it with its branch if no file or commit would be lost; false if it stays. */
  removeUnused(worktree: Worktree): Promise<boolean>;
  /** Makes the agent work there: sets its shell's folder and the base of relative paths. */
  enter(worktree: Worktree): Promise<void>;
  /** Returns to where the agent was before. */
  exit(): Promise<void>;
}
