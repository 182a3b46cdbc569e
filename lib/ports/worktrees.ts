/** A branch checked out in a folder of its own. */
export interface Worktree {
  readonly name: string;
  readonly path: string;
  readonly branch: string;
}

/** A repository as a person wants to see it at a glance. */
export interface RepositoryView {
  /** Undefined where no branch is checked out. */
  readonly branch?: string;
  /** Files that differ, with the two letters of `git status --short`. */
  readonly changes: readonly { readonly path: string; readonly code: string }[];
  readonly branches: readonly string[];
  readonly worktrees: readonly Worktree[];
  /** The last ones of the branch, newest first; `at` in milliseconds since the epoch. */
  readonly commits: readonly {
    readonly id: string;
    readonly subject: string;
    readonly author: string;
    readonly at: number;
  }[];
}

/** Git worktrees in the sandbox. Rejects with a readable reason. */
export interface WorktreeStore {
  /** The one this agent is in. */
  current(): Worktree | undefined;
  list(): Promise<readonly Worktree[]>;
  /** The repository seen from where the agent is, without changing anything in it; undefined where there is none. */
  look(): Promise<RepositoryView | undefined>;
  /** Makes one with a branch of its own, without going there. Makes a repository and a first commit where there is none. */
  create(name: string): Promise<Worktree>;
  /** Removes its folder and its entry; the branch stays. Rejects where files are not committed, unless forced. */
  remove(name: string, options?: { force?: boolean }): Promise<void>;
  /** Removes it with its branch where neither a file nor a commit of its own would be lost; false where it stays. */
  removeUnused(worktree: Worktree): Promise<boolean>;
  /** Makes the agent work there: its shell's folder and where relative paths start. */
  enter(worktree: Worktree): Promise<void>;
  /** Back to where the agent was before. */
  exit(): Promise<void>;
}
