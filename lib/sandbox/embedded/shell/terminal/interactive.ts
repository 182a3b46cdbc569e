import { messageOf } from '@/lib/protocol/message-of';
import { WORKDIR } from '../../kernel/layout';
import type { HttpClient } from '../../http/http-client';
import type { Children } from '../../program/children';
import type { KernelToWorker, ProcessSpec, ShellMemory, WorkerMessage } from '../../protocol/process';
import type { SysClient } from '../../protocol/sys-client';
import { createShell } from '../create-shell';
import { hasNoError, isWholeScript } from '../language';
import { Exit, ShellError } from '../control';
import type { Shell, Terminal } from '../language/shell';
import { statusOfError } from '../language/subshell';
import { Killed } from '../task';
import { runTrap } from '../language/traps';
import { ShellSession } from '../session';
import { StandardInput } from '../standard-files';
import { completionsOf } from './completion';
import { expandHistory, HistoryError } from './history-expansion';
import { LineEditor } from './line-editor';
import { expandPrompt } from './prompt';
import { TypedAhead } from './typed-ahead';

const MAX_HISTORY = 1000;
/** The end of a line that goes on in the next one: a backslash that no other escapes. */
const CONTINUED = /(?:^|[^\\])(?:\\\\)*\\$/;

/** A shell at a terminal: prompt, line editing, jobs in front and behind, one command at a time. */
export class InteractiveShell {
  private readonly terminal: Terminal;
  private readonly editor: LineEditor;
  private readonly session: ShellSession;
  private readonly shell: Shell;
  private readonly input: StandardInput;
  private readonly history: string[];
  private readonly ahead: TypedAhead;
  private running = true;
  /** The lines of a command that is not complete yet. */
  private begun = '';
  /** Whether `exit` has just said that jobs are stopped. */
  private warned = false;
  private ended = false;

  constructor(
    private readonly sys: SysClient,
    children: Children,
    client: HttpClient,
    spec: ProcessSpec,
    private readonly post: (message: WorkerMessage) => void,
  ) {
    const memory = spec.memory ?? { cwd: spec.cwd, env: spec.env, history: [], status: 0 };
    this.history = memory.history;
    this.input = new StandardInput(
      true,
      () => queueMicrotask(() => this.feed()),
      ({ group }) => this.front.some((task) => task.group === group),
    );
    this.session = new ShellSession(sys, children, client, this.input, post, { ...spec, env: memory.env });
    // The terminal has shown it.
    this.session.onUnread = (text) => this.ahead.typeUnseen(text);
    this.session.onReader = () => this.feed();
    const { system, root, env, fds } = this.session;
    this.shell = createShell(system, system.tasks.start(root, 'bash'), { env, cwd: memory.cwd, fds });
    this.shell.interactive = true;
    this.shell.status = memory.status;
    this.shell.history = this.history;
    this.shell.options.add('monitor').add('history').add('histexpand').add('emacs');
    this.shell.shopts.add('expand_aliases');
    this.terminal = { cols: 80, rows: 24, echo: true, cbreak: false, raw: false };
    system.terminal = this.terminal;
    this.ahead = new TypedAhead(this.terminal, (text) => this.write(text));
    if (spec.memory) this.write('^C\r\n');
    this.editor = new LineEditor(
      {
        write: (text) => this.write(text),
        complete: (line) => completionsOf(this.shell, line),
        submit: (line) => void this.submit(line),
        interrupt: () => {
          this.begun = '';
          this.shell.status = 130;
          void this.prompt();
        },
        endOfInput: () => void this.exit(this.shell.status),
      },
      this.history,
    );
    if (spec.terminal) this.resize(spec.terminal);
  }

  start(): void {
    void this.prompt();
  }

  receive(message: KernelToWorker): void {
    if (message.t === 'resize') this.resize(message.size);
    if (message.t === 'raw-mode') this.setRaw(message.raw);
    if (message.t !== 'input') return;
    if (message.text === null) void this.exit(this.shell.status);
    else this.type(message.text);
  }

  private setRaw(raw: boolean): void {
    this.terminal.raw = raw;
    this.feed();
  }

  private resize({ cols, rows }: { cols: number; rows: number }): void {
    Object.assign(this.terminal, { cols, rows });
    this.editor.display.columns = cols;
    this.shell.vars.set('COLUMNS', String(cols));
    this.shell.vars.set('LINES', String(rows));
  }

  /** The tasks that the terminal belongs to: those of the job in front, or the shell itself. */
  private get front() {
    const { front } = this.shell.jobs;
    return front.length > 0 ? front : [this.shell.task];
  }

  private type(text: string): void {
    if (text.includes('\x03')) this.post({ t: 'alive' });
    if (this.running) return this.typeToJob(text);
    const rest = this.editor.type(text, () => this.running || this.ended);
    this.ahead.typeUnseen(rest);
  }

  private typeToJob(text: string): void {
    const at = this.terminal.raw ? -1 : Math.max(text.lastIndexOf('\x03'), text.lastIndexOf('\x1a'));
    if (at < 0) {
      this.ahead.type(text);
      return this.feed();
    }
    this.ahead.rest();
    this.ahead.type(text.slice(at + 1));
    if (text.charAt(at) === '\x03') this.signal('^C\r\n', 'INT');
    else this.signal('^Z', 'TSTP');
  }

  private signal(shown: string, signal: string): void {
    this.write(shown);
    for (const task of this.front) if (signal === 'INT' || task !== this.shell.task) task.signalGroup(signal);
  }

  /** Gives what has been typed to the program in front, or to the command that waits for it. */
  private feed(): void {
    for (;;) {
      const outside = this.session.readerOf(this.front);
      if (!outside && !this.input.awaited) return;
      const text = this.ahead.take();
      if (text === undefined) return;
      if (outside) outside(text);
      else this.input.push(text);
    }
  }

  private async submit(line: string): Promise<void> {
    let expanded = line;
    let onlyShown = false;
    try {
      if (this.shell.options.has('histexpand'))
        ({ line: expanded, onlyShown } = expandHistory(line, this.history, this.begun));
    } catch (error) {
      if (!(error instanceof HistoryError)) throw error;
      this.write(`bash: ${error.message}\r\n`);
      return this.begun ? this.promptMore() : this.prompt();
    }
    if (expanded !== line || onlyShown) this.write(`${expanded}\n`);
    const text = this.begun + expanded;
    if (onlyShown) this.keep(text);
    if (!text.trim() || onlyShown) return this.prompt();
    const continued = CONTINUED.test(text);
    if (continued || !isWholeScript(text)) {
      this.begun = `${text}\n`;
      return this.promptMore();
    }
    this.begun = '';
    this.keep(onOneLine(text));
    this.remember();
    this.running = true;
    const { shell } = this;
    try {
      await shell.language.text(shell, text, 'bash');
    } catch (error) {
      if (error instanceof Exit && hasNoError(text)) return void this.exit(error.status);
      shell.status = await this.statusOf(error);
    } finally {
      Object.assign(shell, { tolerant: 0, loopDepth: 0, frames: [], inTrap: false });
      shell.task.revive();
      this.input.forget(shell.task);
    }
    this.warned = false;
    if (!this.ended) await this.prompt();
  }

  /** Remembers a line in the history, unless it is the last one again. */
  private keep(line: string): void {
    if (line.trim() && this.history.at(-1) !== line) this.history.push(line);
  }

  private async statusOf(error: unknown): Promise<number> {
    if (error instanceof Killed) return error.status;
    if (error instanceof ShellError) await this.shell.tell(error);
    return error instanceof ShellError ? error.status : statusOfError(this.shell, error);
  }

  /** Tells which jobs have ended, shows the prompt, and goes on with what was typed meanwhile. */
  private async prompt(): Promise<void> {
    this.running = true;
    const { shell } = this;
    // The status of a job that has just ended may not be set yet.
    await Promise.resolve();
    for (const job of shell.jobs.all.filter(({ status }) => status !== undefined)) {
      this.write(`${shell.jobs.describe(job)}\n`);
      shell.jobs.remove(job);
    }
    this.remember();
    return this.edit(this.promptText());
  }

  /** Asks for the next line of a command that is not complete. */
  private promptMore(): Promise<void> {
    return this.edit(this.expanded('PS2').then((text) => text ?? '> '));
  }

  /** Has a line edited after a prompt; what is typed until that is known waits. */
  private async edit(prompt: Promise<string>): Promise<void> {
    this.running = true;
    const shown = await prompt;
    this.running = false;
    this.editor.begin(shown);
    const ahead = this.ahead.rest();
    if (ahead) this.type(ahead);
  }

  /** A prompt's text, after `command`; undefined if it has none, or is interrupted or wrong. */
  private async expanded(variable: string, command?: string): Promise<string | undefined> {
    const { shell } = this;
    const { status, vars } = shell;
    try {
      if (command) await shell.language.text(shell, command, 'bash');
      shell.status = status;
      const given = vars.get(variable);
      if (given !== undefined) return await expandPrompt(shell, given);
    } catch (error) {
      shell.task.revive();
      if (!(error instanceof Killed)) await shell.complain(messageOf(error));
    }
    return undefined;
  }

  private async promptText(): Promise<string> {
    const { cwd, status, vars } = this.shell;
    const given = await this.expanded('PS1', vars.get('PROMPT_COMMAND'));
    if (given !== undefined) return given;
    const place = cwd === WORKDIR ? '~' : cwd.startsWith(`${WORKDIR}/`) ? `~${cwd.slice(WORKDIR.length)}` : cwd;
    return `\x1b[34m${place}\x1b[0m ${status === 0 ? '\x1b[32m' : '\x1b[31m'}$ \x1b[0m`;
  }

  /** Posts the state that a shell needs that replaces this one. */
  private remember(): void {
    const { cwd, status, vars } = this.shell;
    const memory: ShellMemory = { cwd, env: vars.exported(), history: this.history.slice(-MAX_HISTORY), status };
    this.post({ t: 'memory', memory });
  }

  private async exit(code: number): Promise<void> {
    if (this.ended) return;
    this.write('exit\r\n');
    if (!this.warned && this.shell.jobs.all.some(({ isStopped }) => isStopped)) {
      this.write('There are stopped jobs.\r\n');
      await this.prompt();
      this.warned = true;
      return;
    }
    this.ended = true;
    if (this.shell.traps.has('EXIT')) await runTrap(this.shell, 'EXIT').catch(() => undefined);
    this.session.close();
    this.post({ t: 'exit', code });
  }

  private write(text: string): void {
    if (text) this.sys.output(1, text);
  }
}

/** Whether a line ends where the next one needs no `;` before it. */
const OPEN = /(?:^|[\s;&|(])(?:do|then|else|elif|in|if|while|until)$|[;&|({]$/;

/** The lines of a command as the history keeps them: on one line, unless a quote or a here-document goes over the end of one. */
function onOneLine(text: string): string {
  if (text.includes('<<')) return text;
  const [first = '', ...lines] = text.split('\n');
  return lines.reduce((made, line) => {
    const continued = CONTINUED.test(made);
    if (continued) return made.slice(0, -1) + line;
    const quotes = made.replaceAll(/\\[\s\S]|'[^']*'|"(?:\\[\s\S]|[^"\\])*"/g, '');
    if (/['"`]/.test(quotes)) return `${made}\n${line}`;
    return `${made}${OPEN.test(made.trimEnd()) ? ' ' : '; '}${line.trim()}`;
  }, first);
}
