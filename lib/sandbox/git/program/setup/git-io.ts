import type { GitFs } from '../../git-fs';
import type { LoadedAttributes } from './attributes';

/** What the git program runs with. */
export interface GitIo {
  readonly fs: GitFs;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** The folder of the file `config`, which holds the `--global` settings. */
  readonly settings: string;
  /** The attributes of files, read before a command whose pathspecs ask for them (`:(attr:…)`). */
  readonly attributes?: LoadedAttributes;
  out(text: string | Uint8Array): void;
  err(text: string): void;
  /** Those of its standard streams that are a terminal with a user at it. */
  readonly tty?: readonly number[];
  /** All of standard input. */
  input(): Promise<Uint8Array>;
  /** What of it comes next, from a terminal a line; empty at the end. */
  nextInput?(): Promise<Uint8Array>;
  /** Runs a program, a hook or an editor, and waits for it. Its output goes where git's own output goes. */
  run(command: readonly string[], options: GitRunOptions): Promise<{ readonly code: number; readonly out: string }>;
}

interface GitRunOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly input?: string;
  /** Returns its standard output instead of printing it. */
  readonly capture?: boolean;
}

/** A subcommand. Returns its exit code, undefined for 0; fails with a `GitFailure`. */
export type GitCommand = (args: readonly string[], io: GitIo) => Promise<number | void>;
