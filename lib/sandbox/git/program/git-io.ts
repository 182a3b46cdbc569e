import type { GitFs } from '../git-fs';

/** What the git program works with. */
export interface GitIo {
  readonly fs: GitFs;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** The folder whose file `config` holds the settings of `--global`. */
  readonly settings: string;
  out(text: string | Uint8Array): void;
  err(text: string): void;
  /** Whether standard input is a terminal, at which somebody sits. */
  readonly terminal?: boolean;
  /** All of standard input. */
  input(): Promise<Uint8Array>;
  /** Runs a program, a hook or an editor, and waits for it. What it prints goes where git's own output goes. */
  run(command: readonly string[], options: GitRunOptions): Promise<{ readonly code: number; readonly out: string }>;
}

interface GitRunOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly input?: string;
  /** Its standard output is wanted, not shown. */
  readonly capture?: boolean;
}

/** A subcommand. Gives its exit code; none is 0. It fails by throwing a `GitFailure`. */
export type GitCommand = (args: readonly string[], io: GitIo) => Promise<number | void>;
