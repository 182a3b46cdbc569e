import type { GitFs } from '../git-fs';

/** What the git program works with. */
export interface GitIo {
  readonly fs: GitFs;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** The folder whose file `config` holds the settings of `--global`. */
  readonly settings: string;
  out(text: string): void;
  err(text: string): void;
}

/** A subcommand. Gives its exit code; none is 0. It fails by throwing a `GitFailure`. */
export type Command = (args: readonly string[], io: GitIo) => Promise<number | void>;
