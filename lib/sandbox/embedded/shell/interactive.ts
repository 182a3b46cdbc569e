import { WORKDIR } from '../kernel/layout';
import type { HttpClient } from '../http/http-client';
import type { Children } from '../program/children';
import type { KernelToWorker, ProcessSpec, ShellMemory, WorkerMessage } from '../protocol/process';
import type { SysClient } from '../protocol/sys-client';
import { LineEditor } from './line-editor';
import { ShellRuntime } from './shell-runtime';
import { resolveFrom } from '../fs/paths';

const MAX_HISTORY = 1000;
const DONT_CARRY = new Set(['?', '_', 'PWD', 'OLDPWD', 'SHELLOPTS', 'BASHOPTS', 'OPTIND']);

/** A shell at a terminal: prompt, line editing, one command at a time. */
export class InteractiveShell {
  private memory: ShellMemory;
  private readonly editor: LineEditor;
  private job: { abort: AbortController; shell: ShellRuntime } | undefined;
  /** Typed while a job runs, read when it ends. */
  private ahead = '';
  private ended = false;

  constructor(
    private readonly sys: SysClient,
    private readonly children: Children,
    private readonly client: HttpClient,
    spec: ProcessSpec,
    private readonly post: (message: WorkerMessage) => void,
  ) {
    this.memory = spec.memory ?? { cwd: spec.cwd, env: spec.env, history: [], status: 0 };
    if (spec.memory) this.write('^C\r\n');
    this.editor = new LineEditor(
      {
        write: (text) => this.write(text),
        complete: (line) => completeFiles(this.sys, this.memory.cwd, line),
        submit: (line) => void this.runLine(line),
        interrupt: () => this.prompt(),
        endOfInput: () => this.exit(this.memory.status),
      },
      this.memory.history,
    );
  }

  start(): void {
    this.prompt();
  }

  receive(message: KernelToWorker): void {
    if (message.t !== 'input') return;
    if (message.text === null) this.exit(this.memory.status);
    else this.type(message.text);
  }

  private type(text: string): void {
    if (text.includes('\x03')) this.post({ t: 'alive' });
    const rest = this.job ? text : this.editor.type(text, () => this.job !== undefined || this.ended);
    if (rest && this.job) this.typeToJob(rest);
  }

  private typeToJob(text: string): void {
    const at = text.lastIndexOf('\x03');
    if (at >= 0) {
      this.ahead = text.slice(at + 1);
      this.write('^C\r\n');
      this.children.killAll('SIGINT');
      this.job?.abort.abort();
      return;
    }
    const input = this.job?.shell.foreground;
    if (!input) {
      this.ahead += text;
      return;
    }
    const line = text.replaceAll('\r', '\n');
    const end = line.indexOf('\x04');
    const typed = end < 0 ? line : line.slice(0, end);
    this.write(typed.replaceAll('\n', '\r\n'));
    if (typed) input(typed);
    if (end >= 0) input(null);
  }

  private async runLine(line: string): Promise<void> {
    if (!line.trim()) return this.prompt();
    const { cwd, env, history, status } = this.memory;
    this.post({ t: 'memory', memory: { ...this.memory, history: history.slice(-MAX_HISTORY) } });
    const shell = new ShellRuntime(this.sys, this.children, cwd, env, this.client);
    const exit = /^\s*exit(?:\s+(\d+))?\s*;?\s*$/.exec(line);
    if (exit) return this.exit(exit[1] ? Number(exit[1]) & 255 : status);
    const abort = new AbortController();
    this.job = { abort, shell };
    // Each line is a shell of its own, to which the last one's end has to be told.
    const asksStatus = /\$\{?\?/.test(line);
    const result = await shell.run(asksStatus ? `(exit ${status}); ${line}` : line, '', abort.signal);
    this.job = undefined;
    const kept = Object.entries(result.env).filter(([name]) => !DONT_CARRY.has(name));
    this.memory = {
      cwd: result.cwd,
      env: kept.length > 0 ? Object.fromEntries(kept) : env,
      history,
      status: abort.signal.aborted ? 130 : result.code,
    };
    this.prompt();
    const ahead = this.ahead;
    this.ahead = '';
    if (ahead) this.type(ahead);
  }

  private prompt(): void {
    this.post({ t: 'memory', memory: { ...this.memory, history: this.memory.history.slice(-MAX_HISTORY) } });
    const { cwd, status } = this.memory;
    const shown = cwd === WORKDIR ? '~' : cwd.startsWith(`${WORKDIR}/`) ? `~${cwd.slice(WORKDIR.length)}` : cwd;
    this.editor.begin(`\x1b[34m${shown}\x1b[0m ${status === 0 ? '\x1b[32m' : '\x1b[31m'}$ \x1b[0m`);
  }

  private exit(code: number): void {
    if (this.ended) return;
    this.ended = true;
    this.write('exit\r\n');
    this.post({ t: 'exit', code });
  }

  private write(text: string): void {
    if (text) this.sys.output(1, text);
  }
}

/** The files that the last word of a line may become; folders end with a slash. */
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
