import type { BraceGroup, Function as FunctionNode, Script, Statement, Word, WordPart } from 'unbash';
import type { SysClient } from '../../protocol/sys-client';
import type { Descriptors } from '../io/descriptors';
import { BrokenPipe, type OpenFile } from '../io/open-file';
import { encode } from '../io/text';
import { compute } from './computed';
import type { ShellError } from './control';
import type { FieldBuilder } from './fields';
import { Jobs } from './jobs';
import { SourceText } from './source-text';
import { Killed, type ShellTask, type TaskTable } from './task';
import type { Variables } from './variables';

export interface ShellFunction {
  body: FunctionNode['body'] | BraceGroup;
  source: SourceText;
}

/** One call of a function or of a sourced file. */
export interface CallFrame {
  name: string;
  source: SourceText;
  callLine: number;
  callSource: SourceText;
}

/** What a name stands for; it does from the line after its definition on. */
export interface Alias {
  text: string;
  source: SourceText;
  line: number;
}

/** A command and where it stands. */
interface Current {
  source: SourceText;
  pos: number;
  end: number;
  /** What is said of it, where that is not what stands there. */
  text?: string | undefined;
}

/** What programs that are no part of the shell are started with. */
export interface Launch {
  argv: readonly string[];
  env: Record<string, string>;
  cwd: string;
  fds: Descriptors;
  umask: number;
  parent: ShellTask;
  /** Where the input is one that a loop reads: a program that reads all of it would end the loop. */
  sharedInput?: OpenFile | undefined;
  started?: (task: ShellTask) => void;
  /** It has to end when a signal says so, whatever it does. */
  endable?: boolean;
  /** The script and the line that start it, for messages. */
  place?: string;
}

/** What every shell of this worker shares. */
export interface ShellSystem {
  readonly sys: SysClient;
  readonly tasks: TaskTable;
  /** Where a command is found along a path variable; undefined if nowhere. */
  find(name: string, cwd: string, path: string): string | undefined;
  /** Every place where it is found. */
  findAll(name: string, cwd: string, path: string): string[];
  /** Runs a program to its end and gives its exit code. */
  launch(launch: Launch, path?: string): Promise<number>;
  commandNames(): string[];
  /** Hears which signals the outermost shell handles. */
  onTraps?: (shell: Shell, keys: string[]) => void;
}

/** How words are expanded, for the parts of the language that `expand` itself needs. */
export interface Expander {
  /** The word of `${x:-word}`. */
  addOperand(shell: Shell, word: Word, builder: FieldBuilder, quoted: boolean): Promise<void>;
  text(shell: Shell, word: Word): Promise<string>;
  pattern(shell: Shell, word: Word): Promise<string>;
  replacement(shell: Shell, word: Word): Promise<string>;
  hereText(shell: Shell, parts: readonly WordPart[]): Promise<string>;
}

/** How the language runs itself; given to a shell so that its parts need not know one another. */
export interface Language {
  readonly expand: Expander;
  statements(shell: Shell, statements: readonly Statement[]): Promise<void>;
  /** Runs text as `eval` and `source` do. */
  text(shell: Shell, text: string, name: string, firstLine?: number): Promise<void>;
  /** Output of a command substitution, newlines at its end taken off. */
  substitute(shell: Shell, script: Script): Promise<string>;
  /** Starts a process substitution and gives the path that stands for it. */
  connect(shell: Shell, script: Script, direction: '<' | '>'): string;
  callFunction(shell: Shell, name: string, called: ShellFunction, args: string[]): Promise<void>;
  /** A command by its words, as `command` and `builtin` run it. */
  words(shell: Shell, words: string[], skipFunctions: boolean): Promise<number>;
  /** A program of the system, never a builtin. */
  program(shell: Shell, words: string[]): Promise<number>;
  /** A function as it can be read back. */
  /** A function as `declare -f` prints it; `step`: spaces of a level. */
  describe(shell: Shell, name: string, step?: number): string;
  unsetElement(shell: Shell, name: string, subscript: string): Promise<void>;
}

/** A shell: its variables, options, files and jobs. What it does with them is in the other files of this folder. */
export class Shell {
  functions = new Map<string, ShellFunction>();
  /** Builtins that `enable -n` has turned off. */
  disabled = new Set<string>();
  aliases = new Map<string, Alias>();
  /** Names of the options of `set -o` that are on. */
  options = new Set<string>(['braceexpand', 'hashall', 'interactive-comments']);
  shopts = new Set<string>([
    'checkwinsize',
    'cmdhist',
    'complete_fullquote',
    'extquote',
    'force_fignore',
    'globasciiranges',
    'globskipdots',
    'hostcomplete',
    'interactive_comments',
    'patsub_replacement',
    'progcomp',
    'promptvars',
    'sourcepath',
  ]);
  positional: string[] = [];
  name = 'bash';
  /** The file that the script is in, if it is in one. */
  scriptFile: string | undefined;
  /** Whether the script is the argument of `-c`. */
  givenAsArgument = false;
  status = 0;
  pipeStatus: number[] = [0];
  lastBackground: number | undefined;
  lastArgument = 'bash';
  umask = 0o022;
  traps = new Map<string, string>();
  /** Traps of the shell that this one came from, which `trap -p` shows until there are others. */
  shownTraps: ReadonlyMap<string, string> | undefined;
  pendingTraps: string[] = [];
  frames: CallFrame[] = [];
  loopDepth = 0;
  /** Where it is more than 0, a failure does not end the script: in conditions and before `&&`. */
  tolerant = 0;
  subshellLevel = 0;
  sourceDepth = 0;
  source = new SourceText('', 'bash');
  position = 0;
  /** The command that runs, or that a trap interrupted. */
  current: Current | undefined;
  /** The status that the last command substitution of a command gave. */
  substituted: number | undefined;
  loopInput: OpenFile | undefined;
  interactive = false;
  /** Whether standard input was given by a pipe or a redirection: what runs in the background has it, too. */
  keepsInput = false;
  inTrap = false;
  /** Whether the action of any trap runs. */
  trapping = false;
  dirStack: string[] = [];
  history: string[] = [];
  exportedFunctions = new Set<string>();
  /** Aliases that are being replaced: they are not replaced inside of themselves. */
  readonly openAliases = new Set<string>();
  readonly jobs = new Jobs();
  readonly startedAt = Date.now();
  optionLetter = 1;
  /** What was opened for process substitutions of the command that runs. */
  substitutions: { fd: number; done: Promise<unknown> }[] = [];

  constructor(
    readonly system: ShellSystem,
    readonly language: Language,
    readonly vars: Variables,
    public fds: Descriptors,
    public cwd: string,
    readonly task: ShellTask,
    readonly pid: number,
  ) {
    this.task.onSignal = (signal) => this.receive(signal);
    compute(this);
  }

  /** A copy that runs on its own: a subshell. Its files are the same, and are its own to close. */
  fork(name = this.task.name): Shell {
    const task = this.system.tasks.start(this.task, name);
    const copy = new Shell(this.system, this.language, this.vars.fork(), this.fds.clone(), this.cwd, task, this.pid);
    const { functions, aliases, options, shopts, traps } = this;
    copy.functions = new Map(functions);
    copy.disabled = new Set(this.disabled);
    copy.aliases = new Map(aliases);
    copy.exportedFunctions = new Set(this.exportedFunctions);
    copy.current = this.current;
    copy.options = new Set(options);
    copy.shopts = new Set(shopts);
    copy.traps = new Map([...traps].filter(([key, action]) => action === '' || this.passesTrap(key)));
    copy.shownTraps = this.shownTraps ?? traps;
    const { positional, status, lastBackground, lastArgument, umask, frames, tolerant, sourceDepth, source, position } =
      this;
    Object.assign(copy, {
      positional,
      name: this.name,
      keepsInput: this.keepsInput,
      status,
      lastBackground,
      lastArgument,
      umask,
      tolerant,
      sourceDepth,
      source,
      position,
    });
    copy.jobs.inherited = [...this.jobs.inherited, ...this.jobs.all];
    copy.frames = [...frames];
    copy.scriptFile = this.scriptFile;
    copy.loopDepth = this.loopDepth;
    copy.loopInput = this.loopInput;
    copy.pipeStatus = this.pipeStatus;
    copy.dirStack = [...this.dirStack];
    copy.history = this.history;
    copy.subshellLevel = this.subshellLevel + 1;
    return copy;
  }

  private passesTrap(key: string): boolean {
    if (key === 'ERR') return this.options.has('errtrace');
    return (key === 'DEBUG' || key === 'RETURN') && this.options.has('functrace');
  }

  get line(): number {
    return this.source.lineOf(this.position);
  }

  /** The script and the line that messages name. */
  get place(): string {
    return this.interactive ? 'bash' : `${this.source.name}: line ${this.line}`;
  }

  /** Whether a function runs, not counting sourced files. */
  get inFunction(): boolean {
    return this.frames.some(({ name }) => name !== 'source');
  }

  get nounset(): boolean {
    return this.options.has('nounset');
  }

  async write(fd: number, text: string): Promise<void> {
    const target = this.fds.get(fd)?.target;
    if (!target) throw new Error(`write error: Bad file descriptor`);
    const wait = target.write(encode(text));
    if (wait) await this.task.wait(wait);
  }

  /** The status of what `set -u` ends: another for `bash -c` itself. */
  get unboundStatus(): number {
    return this.scriptFile === undefined && this.subshellLevel === 0 && !this.options.has('errexit') ? 127 : 1;
  }

  /** What an expansion that is wrong ends. */
  get wrongExpansionEnds(): 'line' | 'script' {
    return this.options.has('errexit') ? 'script' : 'line';
  }

  /** Says on standard error what went wrong, with the script's name and line. */
  async complain(message: string): Promise<void> {
    try {
      await this.write(2, `${this.place}: ${message}\n`);
    } catch (error) {
      if (error instanceof Killed || error instanceof BrokenPipe) throw error;
      // Nobody is there to hear it.
    }
  }

  /** Says an error once, where it happened. */
  async tell(error: ShellError): Promise<void> {
    if (!error.told) await this.complain(error.message);
    error.told = true;
  }

  private receive(signal: string): boolean {
    const action = this.traps.get(signal);
    if (action === undefined) return this.interactive && ['TERM', 'QUIT'].includes(signal);
    if (action !== '') {
      this.pendingTraps.push(signal);
      this.jobs.interrupt();
    }
    return true;
  }
}
