import { SysError, type Stat, type SysClient } from '../../protocol/sys-client';
import type { Descriptors } from '../io/descriptors';
import { errorText } from '../io/error-text';
import type { OpenFile } from '../io/open-file';
import { openPath } from '../io/open-path';
import { pathFrom } from '../io/path-from';
import type { ShellSystem } from '../language/shell';
import type { ShellTask } from '../task';
import { ownPath } from '../processes';
import { Input } from './input';
import { messageName } from './message-name';
import { Output } from './output';

/** A built-in command. Returns its exit code; a `Failure` that it throws is reported on standard error. */
export type Command = (context: CommandContext) => number | Promise<number>;

export type { Stat };

/** An error message and an exit code. */
export class CommandFailure extends Error {
  override readonly name = 'Failure';
  constructor(
    message: string,
    readonly status = 1,
  ) {
    super(message);
  }
}

/** Wrong options: the message is followed by a hint about `--help`. */
export class UsageFailure extends CommandFailure {}

/** The hint about `--help` after a usage error. */
export const hintOf = (name: string): string =>
  `${HINTS[name] ?? ''}Try '${name} --help'${name === 'tar' ? " or 'tar --usage'" : ''} for more information.`;

const HINTS: Readonly<Record<string, string>> = {
  diff: 'diff: ',
  grep: 'Usage: grep [OPTION]... PATTERNS [FILE]...\n',
};

interface Started {
  argv: readonly string[];
  env: Record<string, string>;
  cwd: string;
  fds: Descriptors;
  umask: number;
  task: ShellTask;
  system: ShellSystem;
}

const forReading = (path: string, why: string): string => `cannot open '${path}' for reading: ${why}`;

/** The messages of commands that have their own wording for a file they cannot open. */
const OPENING: Readonly<Record<string, (path: string, why: string) => string>> = {
  head: forReading,
  tail: forReading,
  split: forReading,
  csplit: forReading,
  tac: (path, why) => `failed to open '${path}' for reading: ${why}`,
  dd: (path, why) => `failed to open '${path}': ${why}`,
  rev: (path, why) => `cannot open ${path}: ${why}`,
  xargs: (path, why) => `Cannot open input file ‘${path}’: ${why}`,
  strings: (path, why) => `'${path}': ${why.replace(' or directory', '')}`,
  sed: (path, why) => `couldn't open file ${path}: ${why}`,
  patch: (path, why) => `**** Can't open patch file ${path} : ${why}`,
  iconv: (path, why) => `cannot open input file \`${path}': ${why}`,
};

/** How commands that run others name one that is missing. */
const RUNNING: Readonly<Record<string, (name: string) => string>> = {
  timeout: (name) => `failed to run command ${quoted(name)}`,
  nohup: (name) => `failed to run command '${name}'`,
};

/** What a command works with: its arguments, its streams, and the system. */
export class CommandContext {
  readonly name: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly fds: Descriptors;
  readonly umask: number;
  readonly task: ShellTask;
  readonly system: ShellSystem;
  readonly sys: SysClient;
  readonly out: Output;
  readonly err: Output;
  private standardInput: Input | undefined;

  constructor({ argv, env, cwd, fds, umask, task, system }: Started) {
    const [path = '', ...args] = argv;
    this.name = path.slice(path.lastIndexOf('/') + 1);
    this.args = args;
    this.env = env;
    this.cwd = cwd;
    this.fds = fds;
    this.umask = umask;
    this.task = task;
    this.system = system;
    this.sys = system.sys;
    this.out = new Output(fds.get(1), task);
    this.err = new Output(fds.get(2), task);
  }

  get in(): Input {
    this.standardInput ??= new Input(this.fds.get(0), this.task);
    return this.standardInput;
  }

  /** The size of the terminal, if one is there; what the environment says counts more. */
  get size(): { cols: string; rows: string } {
    const here = [0, 1, 2].some((fd) => this.fds.get(fd)?.about.terminal) ? this.system.terminal : undefined;
    const { COLUMNS = String(here?.cols ?? 80), LINES = String(here?.rows ?? 24) } = this.env;
    return { cols: COLUMNS, rows: LINES };
  }

  /** A copy with other arguments. */
  withArgs(args: readonly string[]): CommandContext {
    return this.like({ argv: [this.name, ...args] });
  }

  /** A copy with another working directory. */
  inFolder(path: string): CommandContext {
    return this.like({ cwd: this.path(path) });
  }

  private like(changed: Partial<Started>): CommandContext {
    const { name, args, env, cwd, fds, umask, task, system } = this;
    return new CommandContext({ argv: [name, ...args], env: { ...env }, cwd, fds, umask, task, system, ...changed });
  }

  /** The absolute form of a path. Throws `ENOENT` if it is empty. */
  path(path: string): string {
    if (path === '') throw new SysError('no such file or directory', 'ENOENT', 'open');
    return ownPath(pathFrom(this.sys, this.cwd, path), this.task.pid);
  }

  /** Opens a file for reading; `-` is standard input. Throws a `Failure` that names the file. */
  open(path: string): Input {
    if (path === '-') return this.in;
    try {
      const file = openPath(this.sys, this.cwd, path, 'read', { fds: this.fds, pid: this.task.pid });
      if (file.about.pipe) this.task.holds(file);
      return new Input(file, this.task);
    } catch (error) {
      throw new CommandFailure(
        OPENING[this.name]?.(path, errorText(error)) ?? `${messageName(this.name, path)}: ${errorText(error)}`,
      );
    }
  }

  /** Opens a file or folder, for example to lock it, and creates a missing file. Undefined if it cannot be opened. */
  openFile(path: string): OpenFile | undefined {
    const { sys, cwd, fds, umask } = this;
    for (const mode of ['append', 'read'] as const)
      try {
        return openPath(sys, cwd, path, mode, { fds, umask });
      } catch {
        // A folder cannot be opened for writing.
      }
    return undefined;
  }

  /** Whether a path is the file that standard output goes to; reading it while writing would never end. */
  isOutput(path: string): boolean {
    return path !== '-' && this.fds.get(1)?.about.path === this.path(path);
  }

  /** Opens a file for writing, and truncates it unless `append`. */
  create(path: string, append = false): Output {
    try {
      return new Output(
        openPath(this.sys, this.cwd, path, append ? 'append' : 'write', { fds: this.fds, umask: this.umask }).retain(),
        this.task,
      );
    } catch (error) {
      throw new CommandFailure(`${messageName(this.name, path)}: ${errorText(error)}`);
    }
  }

  /** Writes a whole file. */
  writeFile(path: string, bytes: Uint8Array, mode = 0o666 & ~this.umask): void {
    this.sys.write(this.path(path), bytes, { mode });
  }

  /** Reports an error and returns the exit code for it. */
  async fail(message: string, status = 1): Promise<number> {
    await this.out.flush();
    this.err.write(`${this.name}: ${message}\n`);
    await this.err.flush();
    return status;
  }

  /** Runs a program to its end. */
  async run(
    argv: readonly string[],
    {
      env = this.env,
      fds = this.fds,
      cwd = this.cwd,
      started,
      endable = false,
    }: {
      env?: Readonly<Record<string, string>>;
      fds?: Descriptors;
      cwd?: string;
      started?: (task: ShellTask) => void;
      endable?: boolean;
    } = {},
  ): Promise<number> {
    await this.out.flush();
    const [name = ''] = argv;
    const path = name.includes('/') ? name : this.system.find(name, cwd, env.PATH ?? this.env.PATH ?? '/usr/bin:/bin');
    if (path === undefined)
      throw new CommandFailure(`${(RUNNING[this.name] ?? quoted)(name)}: No such file or directory`, 127);
    const launch = {
      argv,
      env: { ...env },
      cwd,
      fds,
      umask: this.umask,
      parent: this.task,
      ...(started && { started }),
      endable,
    };
    return this.task.wait(this.system.launch(launch, path));
  }
}

/** A name in GNU's quotation marks. */
export const quoted = (name: string): string => `‘${name}’`;
