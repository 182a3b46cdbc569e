import { WORKDIR } from '../kernel/layout';
import type { HttpClient } from '../http/http-client';
import type { Children } from '../program/children';
import type { KernelToWorker, ProcessSpec, ShellMemory, WorkerMessage } from '../protocol/process';
import type { SysClient } from '../protocol/sys-client';
import { resolveFrom } from '../fs/paths';
import { createShell } from './create-shell';
import { hasNoError, isWholeScript } from './language';
import { Exit, ShellError } from './language/control';
import type { Shell } from './language/shell';
import { statusOfError } from './language/subshell';
import { Killed } from './language/task';
import { runTrap } from './language/traps';
import { LineEditor } from './line-editor';
import { ShellSession } from './session';
import { StandardInput } from './standard-files';

const MAX_HISTORY = 1000;

/** A shell at a terminal: prompt, line editing, one command at a time. */
export class InteractiveShell {
  private readonly editor: LineEditor;
  private readonly session: ShellSession;
  private readonly shell: Shell;
  private readonly input: StandardInput;
  private readonly history: string[];
  private running = false;
  /** Typed while a command runs: for the next command that reads, or for the prompt. */
  private ahead = '';
  /** The lines of a command that is not complete yet. */
  private begun = '';
  private ended = false;

  constructor(
    private readonly sys: SysClient,
    private readonly children: Children,
    client: HttpClient,
    spec: ProcessSpec,
    private readonly post: (message: WorkerMessage) => void,
  ) {
    const memory = spec.memory ?? { cwd: spec.cwd, env: spec.env, history: [], status: 0 };
    this.history = memory.history;
    this.input = new StandardInput(true, () => queueMicrotask(() => this.feed()));
    this.session = new ShellSession(sys, children, client, this.input, post, { ...spec, env: memory.env });
    const { system, root, env, fds } = this.session;
    this.shell = createShell(system, system.tasks.start(root, 'bash'), { env, cwd: memory.cwd, fds });
    this.shell.interactive = true;
    this.shell.status = memory.status;
    this.shell.history = this.history;
    for (const option of ['expand_aliases']) this.shell.shopts.add(option);
    if (spec.memory) this.write('^C\r\n');
    this.editor = new LineEditor(
      {
        write: (text) => this.write(text),
        complete: (line) => completeFiles(this.sys, this.shell.cwd, line),
        submit: (line) => void this.submit(line),
        interrupt: () => {
          this.begun = '';
          this.shell.status = 130;
          this.prompt();
        },
        endOfInput: () => void this.exit(this.shell.status),
      },
      this.history,
    );
  }

  start(): void {
    this.prompt();
  }

  receive(message: KernelToWorker): void {
    if (message.t === 'resize') {
      for (const [name, value] of [
        ['COLUMNS', message.size.cols],
        ['LINES', message.size.rows],
      ] as const)
        this.shell.vars.set(name, String(value));
    }
    if (message.t !== 'input') return;
    if (message.text === null) void this.exit(this.shell.status);
    else this.type(message.text);
  }

  private type(text: string): void {
    if (text.includes('\x03')) this.post({ t: 'alive' });
    const rest = this.running ? text : this.editor.type(text, () => this.running || this.ended);
    if (rest && this.running) this.typeToJob(rest);
  }

  private typeToJob(text: string): void {
    const at = text.lastIndexOf('\x03');
    if (at >= 0) {
      this.ahead = text.slice(at + 1);
      this.write('^C\r\n');
      this.children.killAll('SIGINT');
      this.shell.task.signalGroup('INT');
      return;
    }
    const { foreground } = this.session;
    if (foreground) this.give(text, foreground);
    else {
      this.ahead += text;
      if (this.input.awaited) this.feed();
    }
  }

  /** Passes typed input to the command that reads: whole lines, as a terminal does. */
  private feed(): void {
    const end = Math.max(this.ahead.lastIndexOf('\r'), this.ahead.lastIndexOf('\n'), this.ahead.lastIndexOf('\x04'));
    if (end < 0 || !this.input.awaited) return;
    const text = this.ahead.slice(0, end + 1);
    this.ahead = this.ahead.slice(end + 1);
    this.give(text, (part) => this.input.push(part));
  }

  private give(text: string, to: (text: string | null) => void): void {
    const line = text.replaceAll('\r', '\n').replaceAll(/[^\n]\x7f/g, '');
    const end = line.indexOf('\x04');
    const typed = end < 0 ? line : line.slice(0, end);
    this.write(typed.replaceAll('\n', '\r\n'));
    if (typed) to(typed);
    if (end >= 0) to(null);
  }

  private async submit(line: string): Promise<void> {
    const text = this.begun + line;
    if (!text.trim()) return this.prompt();
    if (!isWholeScript(text)) {
      this.begun = `${text}\n`;
      return this.editor.begin('> ');
    }
    this.begun = '';
    this.remember();
    this.running = true;
    const { shell } = this;
    try {
      await shell.language.text(shell, text, 'bash');
    } catch (error) {
      if (error instanceof Exit && hasNoError(text)) return void this.exit(error.status);
      shell.status = await this.statusOf(error);
    } finally {
      this.running = false;
      Object.assign(shell, { tolerant: 0, loopDepth: 0, frames: [], inTrap: false });
      shell.task.revive();
    }
    if (this.ended) return;
    this.prompt();
    const { ahead } = this;
    this.ahead = '';
    if (ahead) this.type(ahead);
  }

  private async statusOf(error: unknown): Promise<number> {
    if (error instanceof Killed) return error.status;
    if (error instanceof ShellError) await this.shell.tell(error);
    return error instanceof ShellError ? error.status : statusOfError(this.shell, error);
  }

  private prompt(): void {
    this.remember();
    const { cwd, status } = this.shell;
    const shown = cwd === WORKDIR ? '~' : cwd.startsWith(`${WORKDIR}/`) ? `~${cwd.slice(WORKDIR.length)}` : cwd;
    this.editor.begin(`\x1b[34m${shown}\x1b[0m ${status === 0 ? '\x1b[32m' : '\x1b[31m'}$ \x1b[0m`);
  }

  /** Posts the state that a shell needs that replaces this one. */
  private remember(): void {
    const { cwd, status, vars } = this.shell;
    const memory: ShellMemory = { cwd, env: vars.exported(), history: this.history.slice(-MAX_HISTORY), status };
    this.post({ t: 'memory', memory });
  }

  private async exit(code: number): Promise<void> {
    if (this.ended) return;
    this.ended = true;
    this.write('exit\r\n');
    if (this.shell.traps.has('EXIT')) await runTrap(this.shell, 'EXIT').catch(() => undefined);
    this.session.close();
    this.post({ t: 'exit', code });
  }

  private write(text: string): void {
    if (text) this.sys.output(1, text);
  }
}

/** The files that the last word of a line can be completed to; folders end with a slash. */
function completeFiles(sys: SysClient, cwd: string, line: string): string[] {
  const word = /\S*$/.exec(line)?.[0] ?? '';
  const folder = word.slice(0, word.lastIndexOf('/') + 1);
  const start = word.slice(folder.length);
  try {
    return sys
      .list(resolveFrom(cwd, folder || '.'))
      .filter(({ name }) => name.startsWith(start) && (start.startsWith('.') || !name.startsWith('.')))
      .map(({ name, type }) => `${folder}${name}${type === 'directory' ? '/' : ''}`);
  } catch {
    return [];
  }
}
