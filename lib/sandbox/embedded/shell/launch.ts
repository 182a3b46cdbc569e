import { resolveFrom } from '../../paths';
import type { SysClient } from '../protocol/sys-client';
import { CommandContext, CommandFailure, hintOf, UsageFailure, type Command } from './commands/context';
import { Input } from './commands/input';
import { errorText } from './io/error-text';
import { pathFrom } from './io/path-from';
import { BrokenPipe } from './io/open-file';
import { decode, encode } from '../../bytes-text';
import type { Launch, ShellSystem, Terminal } from './language/shell';
import { Killed, type ShellTask, type TaskTable } from './task';

/** Folders of the sandbox's own commands. */
const BIN = new Set(['/bin', '/usr/bin', '/usr/local/bin', '/sbin', '/usr/sbin']);

/** Commands that a pattern or a number may keep busy forever, so that no signal reaches them in this worker. */
const ABSORBED = new Set(['grep', 'egrep', 'fgrep', 'rg', 'sed', 'awk', 'gawk', 'mawk', 'bc', 'expr', 'find', 'diff']);

/** A program outside this worker, such as node or git. */
export type Outside = (launch: Launch, task: ShellTask) => Promise<number>;

/** Finds programs and runs them. */
export class Launcher implements ShellSystem {
  terminal: Terminal | undefined;

  constructor(
    readonly sys: SysClient,
    readonly tasks: TaskTable,
    private readonly commands: ReadonlyMap<string, Command>,
    private readonly outside: ReadonlyMap<string, Outside>,
    private readonly outsideOf: (name: string) => Outside,
    readonly onTraps?: ShellSystem['onTraps'],
  ) {}

  commandNames(): string[] {
    return [...this.commands.keys(), ...this.outside.keys()];
  }

  find(name: string, cwd: string, path: string): string | undefined {
    return this.findAll(name, cwd, path)[0];
  }

  findAll(name: string, cwd: string, path: string): string[] {
    if (name.includes('/')) return this.isProgram(pathFrom(this.sys, cwd, name)) ? [name] : [];
    const found: string[] = [];
    for (const folder of path.split(':')) {
      const full = resolveFrom(resolveFrom(cwd, folder || '.'), name);
      const ours = BIN.has(folder) && this.known(name) && folder !== '/usr/local/bin' && !folder.endsWith('sbin');
      if (ours || this.isProgram(full)) found.push(folder === '' || folder === '.' ? `./${name}` : `${folder}/${name}`);
    }
    return found;
  }

  async launch(launch: Launch, path = launch.argv[0] ?? ''): Promise<number> {
    const task = launch.replaces ? launch.parent : this.tasks.start(launch.parent, launch.argv.join(' '));
    if (launch.replaces) Object.assign(task, { name: launch.argv.join(' '), onSignal: undefined });
    launch.started?.(task);
    const fds = launch.fds.clone();
    task.program = { argv: launch.argv, env: launch.env, cwd: launch.cwd, fds };
    try {
      return await this.start({ ...launch, fds }, path, task);
    } catch (error) {
      return await this.told(error, launch);
    } finally {
      fds.closeAll();
      if (!launch.replaces) task.end();
    }
  }

  private known(name: string): boolean {
    return this.commands.has(name) || this.outside.has(name);
  }

  private isProgram(path: string): boolean {
    try {
      const { type, mode } = this.sys.stat(path);
      return type === 'file' && (mode & 0o111) !== 0;
    } catch {
      return false;
    }
  }

  private async start(launch: Launch, path: string, task: ShellTask): Promise<number> {
    const full = pathFrom(this.sys, launch.cwd, path);
    const name = full.slice(full.lastIndexOf('/') + 1);
    if (BIN.has(full.slice(0, full.lastIndexOf('/'))) && this.known(name)) {
      const outside = this.outside.get(name) ?? (launch.endable && ABSORBED.has(name) && this.outsideOf(name));
      if (outside) return this.withFiles(launch, task, (own) => outside(own, task));
      const command = this.commands.get(name);
      if (command) return this.runCommand(command, launch, task);
    }
    return this.runFile(full, path, launch, task);
  }

  /** A program outside this worker cannot open the shell's pipes, as of `<(…)`: it gets what comes through them as files. */
  private async withFiles(launch: Launch, task: ShellTask, work: (launch: Launch) => Promise<number>): Promise<number> {
    const made: string[] = [];
    const argv: string[] = [];
    for (const word of launch.argv) {
      const fd = /^\/dev\/fd\/(\d+)$/.exec(word)?.[1];
      const file = fd === undefined ? undefined : launch.fds.get(Number(fd));
      if (!file?.about.pipe) argv.push(word);
      else {
        const path = `/tmp/.fd-${task.pid}-${fd}`;
        this.sys.write(path, await new Input(file, task).bytes(), { mode: 0o600 });
        made.push(path);
        argv.push(path);
      }
    }
    try {
      return await work({ ...launch, argv });
    } finally {
      for (const path of made) this.sys.remove(path, { force: true });
    }
  }

  private async runCommand(command: Command, launch: Launch, task: ShellTask): Promise<number> {
    const context = new CommandContext({ ...launch, task, system: this });
    try {
      const status = introduces(context) ? 0 : await command(context);
      await context.out.flush();
      await context.err.flush();
      return status;
    } catch (error) {
      if (error instanceof CommandFailure || Object(error).name === 'SysError') {
        await context.out.flush().catch(() => undefined);
        const text = error instanceof CommandFailure ? error.message : fileMessage(error);
        const more = error instanceof UsageFailure ? `\n${hintOf(context.name)}` : '';
        context.err.write(`${context.name}: ${text}${more}\n`);
        await context.err.flush();
        return error instanceof CommandFailure ? error.status : 1;
      }
      throw error;
    }
  }

  /** Runs a file with the interpreter in its first line, or as a shell script if it names none. */
  private async runFile(full: string, path: string, launch: Launch, task: ShellTask): Promise<number> {
    let bytes: Uint8Array;
    try {
      const { type, mode } = this.sys.stat(full);
      if (type === 'directory') throw new CommandFailure(`${path}: Is a directory`, 126);
      if ((mode & 0o111) === 0) throw new CommandFailure(`${path}: Permission denied`, 126);
      bytes = this.sys.readPart(full, 0, 512);
    } catch (error) {
      if (error instanceof CommandFailure) throw error;
      throw new CommandFailure(`${path}: ${errorText(error)}`, 127);
    }
    const [, interpreter, argument] = /^#!\s*(\S+)(?:[ \t]+(\S.*?))?\s*(?:\n|$)/.exec(decode(bytes)) ?? [];
    const rest = launch.argv.slice(1);
    if (interpreter === undefined) {
      if (bytes.includes(0)) throw new CommandFailure(`${path}: cannot execute binary file: Exec format error`, 126);
      const shell = launch.plainShell ?? 'sh';
      return this.start({ ...launch, argv: [shell, path, ...rest] }, `/usr/bin/${shell}`, task);
    }
    const found = resolveFrom(launch.cwd, interpreter);
    const isOurs =
      BIN.has(found.slice(0, found.lastIndexOf('/'))) && this.known(found.slice(found.lastIndexOf('/') + 1));
    if (!isOurs && !this.isProgram(found))
      throw new CommandFailure(`${path}: cannot execute: required file not found`, 127);
    return this.start(
      { ...launch, argv: [interpreter, ...(argument === undefined ? [] : [argument]), path, ...rest] },
      found,
      task,
    );
  }

  private async told(error: unknown, launch: Launch): Promise<number> {
    if (error instanceof Killed) return error.status;
    if (error instanceof BrokenPipe) return 141;
    const text =
      error instanceof CommandFailure
        ? `${launch.place ?? 'bash'}: ${error.message}`
        : `${launch.argv[0]}: ${errorText(error)}`;
    try {
      await launch.fds.get(2)?.target?.write(encode(`${text}\n`));
    } catch {
      // There is nowhere to report it.
    }
    return error instanceof CommandFailure ? error.status : 1;
  }
}

function fileMessage(error: unknown): string {
  const { path } = Object(error);
  return typeof path === 'string' ? `${path}: ${errorText(error)}` : errorText(error);
}

/** Answers `--version` and `--help` for all commands, except those with their own. */
function introduces({ args: [first, more], name, out }: CommandContext): boolean {
  if (more !== undefined || PLAIN_WORDS.has(name)) return false;
  if (first === '--version') out.write(`${VERSIONS[name] ?? `${name} (GNU coreutils) 9.1`}\n`);
  else if (first === '--help')
    out.write(`Usage: ${name} [OPTION]... [FILE]...\nThis sandbox has GNU's usual options of ${name}.\n`);
  else return false;
  return true;
}

const VERSIONS: Readonly<Record<string, string>> = {
  make: 'GNU Make 4.3',
  tar: 'tar (GNU tar) 1.34',
  gzip: 'gzip 1.12',
  bc: 'bc 1.07.1',
  diff: 'diff (GNU diffutils) 3.8',
  cmp: 'cmp (GNU diffutils) 3.8',
  find: 'find (GNU findutils) 4.9.0',
  xargs: 'xargs (GNU findutils) 4.9.0',
  patch: 'GNU patch 2.7.6',
  file: 'file-5.44',
  less: 'less 590 (GNU regular expressions)',
  column: 'column from util-linux 2.38.1',
  flock: 'flock from util-linux 2.38.1',
  getopt: 'getopt from util-linux 2.38.1',
  envsubst: 'envsubst (GNU gettext-runtime) 0.21',
  wget: 'GNU Wget 1.21.3 built on linux-gnu.',
};

const PLAIN_WORDS = new Set([
  'bash',
  'sh',
  'echo',
  'printf',
  'grep',
  'sed',
  'awk',
  'mawk',
  'jq',
  'curl',
  'npm',
  'npx',
  'yes',
  'rg',
  'expr',
]);
