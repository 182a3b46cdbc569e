/**
 * The sandbox port: the shape of a `@webcontainer/api` instance, with absolute paths throughout, plus `stat`,
 * `realpath`, `search` and `glob`. Failures of `fs` are `SandboxError`s with Node's codes (`ENOENT`, `EISDIR`, …).
 */
export interface Sandbox {
  readonly kind: 'embedded' | 'webcontainer' | 'native';
  /** Absolute path of the folder a project is mounted in. */
  readonly workdir: string;
  /** The program `spawn` runs for an interactive terminal, and for `-c <command line>`. */
  readonly shell: string;
  readonly fs: SandboxFs;
  /**
   * Starts a process. Its output is what a terminal would show, standard output and error together; a program blocks once a few
   * megabytes of its output are unread. A shell whose environment has `TOOLYARD_CWD_FILE` writes its last working directory to
   * that path when it exits by itself.
   */
  spawn(command: string, args: readonly string[], options?: SpawnOptions): Promise<SandboxProcess>;
  /** Writes a tree of files below `mountPoint` (default: the workdir). */
  mount(tree: FileTree, options?: { mountPoint?: string }): Promise<void>;
  /**
   * One binary blob of everything below the workdir (see `snapshot.ts`); `restore` replaces everything with it. With `since`,
   * the contents of files with versions up to it may be left out, because the caller has them.
   */
  export(since?: number): Promise<Uint8Array>;
  restore(snapshot: Uint8Array): Promise<void>;
  on<E extends keyof SandboxEvents>(event: E, listener: (value: SandboxEvents[E]) => void): Unsubscribe;
  /** The listening programs, by port. `port` and `server-ready` report changes. */
  readonly servers: readonly SandboxServer[];
  /**
   * Sends a request to the program that listens on `port`. Rejects with a `SandboxError`: ECONNREFUSED, ECONNRESET, EMSGSIZE, or
   * ENOTSUP if this sandbox cannot do that.
   */
  request(port: number, request: SandboxRequest, signal?: AbortSignal): Promise<SandboxAnswer>;
  search(query: SearchQuery, signal?: AbortSignal): Promise<SearchResult>;
  glob(query: GlobQuery, signal?: AbortSignal): Promise<GlobEntry[]>;
  teardown(): void;
}

export type Unsubscribe = () => void;

export interface FileTree {
  [name: string]: { file: { contents: string | Uint8Array } } | { directory: FileTree };
}

export interface DirEntry {
  name: string;
  type: 'file' | 'directory' | 'symlink';
}

export interface FileStat {
  type: 'file' | 'directory';
  /** Bytes. */
  size: number;
  mtimeMs: number;
}

export interface SandboxFs {
  readFile(path: string): Promise<Uint8Array>;
  readFile(path: string, encoding: 'utf8'): Promise<string>;
  writeFile(path: string, data: string | Uint8Array): Promise<void>;
  readdir(path: string): Promise<DirEntry[]>;
  mkdir(path: string, options?: { recursive?: boolean }): Promise<void>;
  rm(path: string, options?: { recursive?: boolean; force?: boolean }): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  /** Follows symbolic links. */
  stat(path: string): Promise<FileStat>;
  /** The path with every symbolic link resolved; `ENOENT` if it does not exist. */
  realpath(path: string): Promise<string>;
  /** Reports every change at or below `path`, with absolute paths. */
  watch(path: string, listener: (change: FileChange) => void): Unsubscribe;
}

export interface FileChange {
  type: 'rename' | 'change';
  path: string;
}

/** A failure of the sandbox's file system, with Node's code. */
export class SandboxError extends Error {
  override name = 'SandboxError';
  constructor(
    readonly code: string,
    message: string,
    readonly path?: string,
  ) {
    super(message);
  }
}

export interface SpawnOptions {
  cwd?: string;
  env?: Record<string, string>;
  /** The size of the attached terminal; an interactive shell needs one. */
  terminal?: { cols: number; rows: number };
}

export interface SandboxProcess {
  /** The exit code; 128 + signal for a killed process. Never rejects. */
  readonly exit: Promise<number>;
  readonly input: WritableStream<string>;
  readonly output: ReadableStream<string>;
  /** Default: `SIGTERM`. `SIGKILL` always ends the process, even in an endless loop. */
  kill(signal?: 'SIGTERM' | 'SIGKILL' | 'SIGINT'): void;
  resize(size: { cols: number; rows: number }): void;
}

/** A program that listens on a port. */
export interface SandboxServer {
  readonly port: number;
  readonly url: string;
}

export interface SandboxRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body?: Uint8Array;
}

interface SandboxAnswer {
  readonly status: number;
  readonly statusText: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: ReadableStream<Uint8Array>;
}

export interface SandboxEvents {
  /** An internal failure that no call reports. */
  error: { message: string };
  /** A program listens and can be shown. */
  'server-ready': SandboxServer;
  /** A program started or stopped listening. */
  port: SandboxServer & { type: 'open' | 'close' };
  /** A page served from `port` wrote an error to its console, or left one uncaught. Only from pages on an origin of their own. */
  'page-error': { port: number; message: string };
  /** The number of running processes changed. */
  processes: { count: number };
  /** The sandbox and everything running in it is gone, though nobody ended it. */
  lost: { why: string };
}

/** A search, with ripgrep's options. */
export interface SearchQuery {
  /** A regular expression of ECMAScript or ripgrep; if both accept it, ripgrep's meaning counts. */
  pattern: string;
  /** File or folder, absolute. */
  path: string;
  glob?: string;
  /** A ripgrep file type, such as `ts` or `py`. */
  type?: string;
  /** What to report about a file besides its name: its lines (the default), the number of matches, or nothing. */
  want?: 'lines' | 'counts' | 'files';
  caseInsensitive?: boolean;
  multiline?: boolean;
  before?: number;
  after?: number;
  /** Stop after this many matching lines. */
  maxMatches: number;
  /**
   * Skip files larger than this, in bytes. A larger file that `path` names directly is searched in parts, or refused with EFBIG
   * if matches may span lines.
   */
  maxFileSize: number;
}

export interface SearchLine {
  /** Starts at 1. */
  line: number;
  text: string;
  match: boolean;
}

export interface SearchResult {
  /** `matches` counts matching lines; with `multiline`, matches, with those that share a line counted once. */
  files: { path: string; matches: number; lines: SearchLine[] }[];
  /** The search stopped at a limit or deadline; there is more. */
  truncated: boolean;
}

export interface GlobQuery {
  pattern: string;
  /** Folder to start from, absolute. */
  cwd: string;
}

/** Files only, newest first, `.gitignore` honoured. */
export interface GlobEntry {
  path: string;
  mtimeMs: number;
}
