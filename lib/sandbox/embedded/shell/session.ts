import type { SysClient } from '../protocol/sys-client';
import { ProcFiles } from '../program/proc-files';
import type { HttpClient } from '../http/http-client';
import type { Children } from '../program/children';
import { isSocket, type ProcessSpec, type WorkerMessage } from '../protocol/process';
import { WORKDIR } from '../kernel/layout';
import { COMMANDS } from './commands';
import { makeCurl } from './commands/curl';
import { npm, npx } from './commands/npm/index';
import { Descriptors } from './io/descriptors';
import { Launcher, type Outside } from './launch';
import { outsideProgram } from './outside-program';
import { processesOf } from './processes';
import { standardOutput, type StandardInput } from './standard-files';
import { TaskTable, type ShellTask } from './task';

const BASE_ENV = {
  HOME: WORKDIR,
  PATH: '/usr/local/bin:/usr/bin:/bin',
  SHELL: '/bin/bash',
  USER: 'user',
  LOGNAME: 'user',
  LANG: 'C.UTF-8',
  TERM: 'xterm-256color',
};

/** The process that starts what the page asks for. */
const FIRST = 1;

/** The state of a worker while a shell runs in it: the commands, the tasks, and the shell's own files. */
export class ShellSession {
  readonly system: Launcher;
  readonly root: ShellTask;
  readonly fds: Descriptors;
  readonly env: Record<string, string>;
  /** The processes of the kernel that read what is typed, and how they get it. */
  private readonly readers = new Map<ShellTask, (text: string | null) => void>();
  /** Gets what was typed for such a process, and not read when it ended. */
  onUnread: (text: string) => void = () => undefined;
  /** Called when such a process has begun. */
  onReader: () => void = () => undefined;

  constructor(
    readonly sys: SysClient,
    children: Children,
    client: HttpClient,
    readonly input: StandardInput,
    post: (message: WorkerMessage) => void,
    spec: Pick<ProcessSpec, 'pid' | 'ppid' | 'firstPid' | 'env' | 'tty' | 'paths'>,
  ) {
    const commands = new Map([
      ...COMMANDS,
      ['curl', makeCurl(client)] as const,
      ['npm', npm] as const,
      ['npx', npx] as const,
    ]);
    const unread = (text: string) => this.onUnread(text);
    const reader = (task: ShellTask, give?: (text: string | null) => void) => {
      if (!give) return void this.readers.delete(task);
      this.readers.set(task, give);
      this.onReader();
    };
    const start = (name: string) => outsideProgram(name, children, reader, unread, this.input);
    const outside = new Map(['node', 'git', 'jq', 'python3'].map((name) => [name, start(name)] as const));
    const python = start('python3');
    outside.set('python', python);
    const pip: Outside = (launch, task) => {
      const [name = 'pip', ...args] = launch.argv;
      return python({ ...launch, argv: [name, '-m', 'pip', ...args] }, task);
    };
    for (const name of ['pip', 'pip3']) outside.set(name, pip);
    const handled = (keys: readonly string[]) => {
      const all = keys.includes('EXIT') ? ['INT', 'TERM', ...keys] : keys;
      post({ t: 'handles', signals: ['INT', 'TERM'].filter((key) => all.includes(key)).map((key) => `SIG${key}`) });
    };
    this.system = new Launcher(sys, new TaskTable(spec), commands, outside, start, (shell, keys) => {
      if (shell.subshellLevel === 0 && shell.task.parent === this.root) handled(keys);
    });
    sys.proc = new ProcFiles(processesOf(this.system.tasks, spec.pid));
    this.root = this.system.tasks.start(undefined, 'init');
    // A program that runs at a terminal may start a shell there, too.
    const output = (fd: 1 | 2) => {
      const terminal = input.terminal || spec.tty?.streams.includes(fd) === true;
      return standardOutput(sys, fd, { terminal, file: input.file, socket: isSocket(spec, fd) });
    };
    this.fds = new Descriptors([
      [0, input.file],
      [1, output(1)],
      [2, output(2)],
    ]);
    // What another program starts has just the environment that it is given.
    this.env = spec.ppid === FIRST ? { ...BASE_ENV, ...spec.env } : spec.env;
    layOut(sys, this.system.commandNames());
  }

  /** Passes typed input to a process of the kernel in the process groups of `tasks`; undefined if none reads. */
  readerOf(tasks: readonly ShellTask[]): ((text: string | null) => void) | undefined {
    const groups = new Set(tasks.map(({ group }) => group));
    return [...this.readers].findLast(([{ group }]) => groups.has(group))?.[1];
  }

  /** Runs a program as a line of the shell would; returns its exit code, and the signal that ended it. */
  async run(argv: readonly string[], cwd: string): Promise<{ code: number; signal?: string | undefined }> {
    const [name = ''] = argv;
    const path = this.system.find(name, cwd, this.env.PATH ?? BASE_ENV.PATH);
    if (path === undefined) {
      this.sys.output(2, `bash: ${name}: command not found\n`);
      return { code: 127 };
    }
    let own: ShellTask | undefined;
    const started = (task: ShellTask) => void (own = task);
    const { env, fds, root: parent } = this;
    const code = await this.system.launch({ argv, env, cwd, fds, umask: 0o022, parent, started }, path);
    return { code, signal: own?.killed?.signal };
  }

  /** Ends all tasks that still run: nothing outlives its shell here. What is left of a cut-off character is written. */
  close(): void {
    this.root.signalAll('KILL');
    this.input.settle();
    for (const [, { target }] of this.fds.entries()) target?.close?.();
  }
}

const MARK = '/usr/bin/[';

/** Creates a file for each command where scripts look for it. */
function layOut(sys: SysClient, names: readonly string[]): void {
  if (sys.exists(MARK)) return;
  const text = new TextEncoder();
  for (const name of [...names, '[']) {
    for (const folder of ['/usr/bin', '/bin'])
      sys.write(`${folder}/${name}`, text.encode(`#!/usr/bin/env ${name}\n`), { mode: 0o755 });
  }
}
