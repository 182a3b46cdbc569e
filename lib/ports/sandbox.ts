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
   * Starts a process. Its output is what a terminal would show, standard output and error together; a program that nobody
   * reads waits once a few megabytes are kept. A shell whose environment has `TOOLYARD_CWD_FILE` writes its last working
   * directory to that path as it ends by itself.
   */
  spawn(command: string, args: readonly string[], options?: SpawnOptions): Promise<SandboxProcess>;
  /** Writes a tree of files below `mountPoint` (default: the workdir). */
  mount(tree: FileTree, options?: { mountPoint?: string }): Promise<void>;
  /**
   * One binary blob of everything below the workdir (see `snapshot.ts`); `restore` takes it back and replaces what is there. With
   * `since`, the contents of files whose version is not above it may be left out: whoever asks has them.
   */
  export(since?: number): Promise<Uint8Array>;
  restore(snapshot: Uint8Array): Promise<void>;
  on<E extends keyof SandboxEvents>(event: E, listener: (value: SandboxEvents[E]) => void): Unsubscribe;
  /** The programs that listen, by port. `port` and `server-ready` tell of changes. */
  readonly servers: readonly SandboxServer[];
  /**
   * Asks a program that listens on `port`. Rejects with a `SandboxError`: ECONNREFUSED, ECONNRESET, EMSGSIZE, or ENOTSUP where this
   * sandbox cannot.
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
  /** Calls back for every change at or below `path`, with absolute paths. */
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
  /** `SIGTERM` by default. `SIGKILL` always ends the process, also in an endless loop. */
  kill(signal?: 'SIGTERM' | 'SIGKILL' | 'SIGINT'): void;
  resize(size: { cols: number; rows: number }): void;
}

/** A program that listens. */
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
  /** Something inside went wrong that no call reports. */
  error: { message: string };
  /** A program listens and can be shown. */
  'server-ready': SandboxServer;
  /** A program began to listen, or listens no more. */
  port: SandboxServer & { type: 'open' | 'close' };
  /** The number of running processes changed. */
  processes: { count: number };
  /** It is gone, with all that ran in it, though nobody ended it. */
  lost: { why: string };
}

/** What ripgrep would be asked. */
export interface SearchQuery {
  /** A regular expression of ECMAScript or of ripgrep; where both know it, ripgrep's meaning counts. */
  pattern: string;
  /** File or folder, absolute. */
  path: string;
  glob?: string;
  /** A ripgrep file type, such as `ts` or `py`. */
  type?: string;
  /** What is told of a file beside its name: its lines (the default), how many match, or nothing. */
  want?: 'lines' | 'counts' | 'files';
  caseInsensitive?: boolean;
  multiline?: boolean;
  before?: number;
  after?: number;
  /** Stop after this many matching lines. */
  maxMatches: number;
  /**
   * Pass over files larger than this, bytes. A larger file that `path` itself names is searched part by part, or refused with
   * EFBIG where matches may span lines.
   */
  maxFileSize: number;
}

export interface SearchLine {
  /** From 1. */
  line: number;
  text: string;
  match: boolean;
}

export interface SearchResult {
  /** `matches` counts matching lines; with `multiline` matches, those that share a line as one. */
  files: { path: string; matches: number; lines: SearchLine[] }[];
  /** The search stopped at a limit or deadline and there is more. */
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
