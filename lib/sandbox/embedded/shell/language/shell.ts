import type { BraceGroup, Function as FunctionNode, Script, Statement, Word, WordPart } from 'unbash';
import type { SysClient } from '../../protocol/sys-client';
import type { Descriptors } from '../io/descriptors';
import { BrokenPipe, type OpenFile } from '../io/open-file';
import { encode } from '../../../bytes-text';
import { compute, forgetComputed } from './computed';
import { inDashWords } from '../dash/messages';
import type { ShellError } from '../control';
import type { FieldBuilder } from './fields';
import { Jobs } from './jobs';
import { SourceText } from './source-text';
import { Killed, type ShellTask, type TaskTable } from '../task';
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
  /** The options to return to, after `local -`. */
  options?: Set<string>;
}

/** What an alias stands for, from the line after its definition on. */
export interface Alias {
  text: string;
  source: SourceText;
  line: number;
}

/** A command and its place in the source. */
interface Current {
  source: SourceText;
  pos: number;
  end: number;
  /** What BASH_COMMAND shows for it, if not its source text. */
  text?: string | undefined;
}

/** How to start a program that is not part of the shell. */
export interface Launch {
  argv: readonly string[];
  env: Record<string, string>;
  cwd: string;
  fds: Descriptors;
  umask: number;
  parent: ShellTask;
  /** The input of the loop around the program, if any: a program that reads all of it would end the loop. */
  sharedInput?: OpenFile | undefined;
  started?: (task: ShellTask) => void;
  /** Whether a signal must be able to end it, whatever it is doing. */
  endable?: boolean;
  /** The script and line that start it, for messages. */
  place?: string;
  /** The shell that runs a file which names no interpreter: `sh`, unless it is bash that starts it. */
  plainShell?: 'sh' | 'bash';
  /** Whether it takes the place of the shell that starts it, as after `exec`. */
  replaces?: boolean;
}

/** The terminal of an interactive shell: its size, and how it treats what is typed while a command runs. */
export interface Terminal {
  cols: number;
  rows: number;
  /** Whether it shows what is typed. */
  echo: boolean;
  /** Whether it gives each character at once, instead of whole lines. */
  cbreak: boolean;
  /** Whether a program gets each key as it is: not shown, and without effect on jobs. */
  raw: boolean;
}

/** The signals that a shell at a terminal ignores: nothing could wake it after those that stop. */
const NOT_AT_TERMINAL: ReadonlySet<string> = new Set(['TERM', 'QUIT', 'TSTP', 'TTIN', 'TTOU']);

/** What all shells of this worker share. */
export interface ShellSystem {
  terminal?: Terminal | undefined;
  readonly sys: SysClient;
  readonly tasks: TaskTable;
  /** The path of a command, searched for in the folders of `path`; undefined if it is in none. */
  find(name: string, cwd: string, path: string): string | undefined;
  /** Every path at which a command is found. */
  findAll(name: string, cwd: string, path: string): string[];
  /** Runs a program and returns its exit code. */
  launch(launch: Launch, path?: string): Promise<number>;
  commandNames(): string[];
  /** Called with the traps that a shell has set. */
  onTraps?: (shell: Shell, keys: string[]) => void;
}

/** Word expansion, for the parts of the language that `expand` itself uses. */
export interface Expander {
  /** The word of `${x:-word}`. */
  addOperand(shell: Shell, word: Word, builder: FieldBuilder, quoted: boolean): Promise<void>;
  text(shell: Shell, word: Word): Promise<string>;
  pattern(shell: Shell, word: Word): Promise<string>;
  replacement(shell: Shell, word: Word): Promise<string>;
  hereText(shell: Shell, parts: readonly WordPart[]): Promise<string>;
}

/** The interpreter; given to a shell so that its parts need not import each other. */
export interface Interpreter {
  readonly expand: Expander;
  statements(shell: Shell, statements: readonly Statement[]): Promise<void>;
  /** Runs text as `eval` and `source` do. */
  text(shell: Shell, text: string, name: string, firstLine?: number, ranBy?: 'eval' | 'source'): Promise<void>;
  /** The output of a command substitution, without trailing newlines. */
  substitute(shell: Shell, script: Script): Promise<string>;
  /** Starts a process substitution and returns the path that stands for it. */
  connect(shell: Shell, script: Script, direction: '<' | '>'): string;
  callFunction(shell: Shell, name: string, called: ShellFunction, args: string[]): Promise<void>;
  /** Runs a command given as words, as `command` does; returns its status. */
  words(shell: Shell, words: string[], skipFunctions: boolean): Promise<number>;
  /** Runs a program, never a builtin or a function; returns its status. `shownAs`: the name that it sees as its own. */
  program(shell: Shell, words: string[], shownAs?: string): Promise<number>;
  /** A function as `declare -f` prints it; `step`: spaces per level. */
  describe(shell: Shell, name: string, step?: number): string;
  unsetElement(shell: Shell, name: string, subscript: string): Promise<void>;
}

/** A shell: its variables, options, files and jobs. What it does with them is in the other files of this folder. */
export class Shell {
  functions = new Map<string, ShellFunction>();
  /** Builtins that `enable -n` has turned off. */
  disabled = new Set<string>();
  aliases = new Map<string, Alias>();
  /** What aliases stood for before the line that changed them, which is read with them. */
  pastAliases = new Map<string, Alias>();
  private hashedAlong: string | undefined;
  private readonly known = new Map<string, { path: string; hits: number; given?: boolean }>();
  /** What `complete` has set for each name, as it prints it. Nothing is completed by it here. */
  completions = new Map<string, string>();
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
  /** The file of the script, if it has one. */
  scriptFile: string | undefined;
  /** Whether the script is the argument of `-c`. */
  givenAsArgument = false;
  /** Whether it is `sh`, which is dash: another parser, other builtins, and other words for what fails. */
  isSh = false;
  status = 0;
  pipeStatus: number[] = [0];
  lastBackground: number | undefined;
  lastArgument = 'bash';
  umask = 0o022;
  /** What `ulimit` has set, by its letters. */
  limits = new Map<string, string>();
  /** Where `set -x` writes while BASH_XTRACEFD is set. */
  traceFd = 2;
  traps = new Map<string, string>();
  /** Traps of the parent shell, which `trap -p` shows until this shell sets its own. */
  shownTraps: ReadonlyMap<string, string> | undefined;
  pendingTraps: string[] = [];
  frames: CallFrame[] = [];
  loopDepth = 0;
  /** While above 0, a failure does not end the script: in conditions and before `&&`. */
  tolerant = 0;
  subshellLevel = 0;
  /** How many command substitutions, `eval` and `source` are around the current command: `set -x` shows it. */
  indirection = 0;
  sourceDepth = 0;
  source = new SourceText('', 'bash');
  position = 0;
  /** The command that runs, or that a trap interrupted. */
  current: Current | undefined;
  /** The program that a signal has just ended, until the shell has said so. */
  killedProgram: { pid: number; killed: Killed } | undefined;
  /** The status of the last command substitution in the current command. */
  substituted: number | undefined;
  loopInput: OpenFile | undefined;
  interactive = false;
  /** Whether standard input is a pipe or a redirection, which background commands then inherit. */
  keepsInput = false;
  /** Whether this shell was started for one program, which takes its place as a process. */
  replaceable = false;
  inTrap = false;
  /** Whether the action of any trap is running. */
  trapping = false;
  dirStack: string[] = [];
  history: string[] = [];
  exportedFunctions = new Set<string>();
  /** Aliases being expanded: they are not expanded again inside themselves. */
  readonly openAliases = new Set<string>();
  readonly jobs = new Jobs();
  readonly startedAt = Date.now();
  optionLetter = 1;
  /** Descriptors opened for the process substitutions of the current command. */
  substitutions: { fd: number; done: Promise<unknown> }[] = [];

  constructor(
    readonly system: ShellSystem,
    readonly language: Interpreter,
    readonly vars: Variables,
    public fds: Descriptors,
    public cwd: string,
    readonly task: ShellTask,
    readonly pid: number,
  ) {
    this.task.onSignal = (signal) => this.receive(signal);
    compute(this);
  }

  /** Gives an alias another meaning, or none: from the next line on, as a line is read before it runs. */
  setAlias(name: string, text: string | undefined): void {
    const { source, line } = this;
    const [now, past] = [this.aliases.get(name), this.pastAliases.get(name)];
    if (!past || !this.isOnThisLine(past)) {
      if (now && !this.isOnThisLine(now)) this.pastAliases.set(name, { text: now.text, source, line });
      else this.pastAliases.delete(name);
    }
    if (text === undefined) this.aliases.delete(name);
    else this.aliases.set(name, { text, source, line });
  }

  /** What an alias stands for on the line that runs now. */
  aliasHere(name: string): Alias | undefined {
    const [now, past] = [this.aliases.get(name), this.pastAliases.get(name)];
    if (past && this.isOnThisLine(past)) return past;
    return now && (now.source !== this.source || this.line > now.line) ? now : undefined;
  }

  private isOnThisLine({ source, line }: Alias): boolean {
    return source === this.source && line === this.line;
  }

  /** A subshell: an independent copy. It shares the open files, but closes its own descriptors. */
  fork(name = this.task.name): Shell {
    const task = this.system.tasks.start(this.task, name);
    const copy = new Shell(this.system, this.language, this.vars.fork(), this.fds.clone(), this.cwd, task, this.pid);
    const { functions, aliases, pastAliases, options, shopts, traps } = this;
    copy.functions = new Map(functions);
    copy.disabled = new Set(this.disabled);
    copy.limits = new Map(this.limits);
    for (const [program, held] of this.hashed) copy.hashed.set(program, held);
    copy.completions = new Map(this.completions);
    copy.aliases = new Map(aliases);
    copy.pastAliases = new Map(pastAliases);
    copy.exportedFunctions = new Set(this.exportedFunctions);
    copy.current = this.current;
    copy.options = new Set(options);
    copy.shopts = new Set(shopts);
    copy.traps = new Map([...traps].filter(([key, action]) => action === '' || this.passesTrap(key)));
    copy.shownTraps = this.isSh ? undefined : (this.shownTraps ?? traps);
    const { positional, status, lastBackground, lastArgument, umask, frames, tolerant, sourceDepth, source, position } =
      this;
    Object.assign(copy, {
      positional,
      name: this.name,
      keepsInput: this.keepsInput,
      givenAsArgument: this.givenAsArgument,
      isSh: this.isSh,
      status,
      lastBackground,
      lastArgument,
      umask,
      tolerant,
      sourceDepth,
      source,
      position,
    });
    if (this.isSh) forgetComputed(copy.vars);
    copy.jobs.inherited = [...this.jobs.inherited, ...this.jobs.all];
    copy.frames = [...frames];
    copy.scriptFile = this.scriptFile;
    copy.loopDepth = this.loopDepth;
    copy.loopInput = this.loopInput;
    copy.traceFd = this.traceFd;
    copy.pipeStatus = this.pipeStatus;
    copy.dirStack = [...this.dirStack];
    copy.history = this.history;
    copy.subshellLevel = this.subshellLevel + 1;
    copy.indirection = this.indirection;
    return copy;
  }

  private passesTrap(key: string): boolean {
    if (key === 'ERR') return this.options.has('errtrace');
    return (key === 'DEBUG' || key === 'RETURN') && this.options.has('functrace');
  }

  /** The programs that were run by name since PATH was set, or that `hash` names. `given`: by `hash -p`, without a search. */
  get hashed(): Map<string, { path: string; hits: number; given?: boolean }> {
    const along = this.vars.get('PATH');
    if (along !== this.hashedAlong) this.known.clear();
    this.hashedAlong = along;
    return this.known;
  }

  /** The path of a program, by PATH unless `hash -p` gave one. */
  find(name: string): string | undefined {
    const held = this.hashed.get(name);
    return held?.given ? held.path : this.system.find(name, this.cwd, this.vars.get('PATH') ?? '');
  }

  get line(): number {
    return this.source.lineOf(this.position);
  }

  /** The script and line that messages name. */
  get place(): string {
    if (this.interactive) return 'bash';
    if (this.isSh) return `${this.source.name}: ${this.line}`;
    // Functions of the text of `-c` count as those of the environment.
    const name = this.givenAsArgument && this.inFunction && this.source.outermost ? 'environment' : this.source.name;
    return `${name}: line ${this.line}`;
  }

  /** Whether a function is running, not counting sourced files. */
  get inFunction(): boolean {
    return this.frames.some(({ name }) => name !== 'source');
  }

  get nounset(): boolean {
    return this.options.has('nounset');
  }

  async write(fd: number, text: string): Promise<void> {
    await this.writeTo(this.fds.get(fd), text);
  }

  async writeTo(file: OpenFile | undefined, text: string): Promise<void> {
    if (!file?.target) throw new Error(`write error: Bad file descriptor`);
    const wait = file.target.write(encode(text));
    if (wait) await this.task.wait(wait);
  }

  /** The exit status when `set -u` ends a shell: different for `bash -c` itself. */
  get unboundStatus(): number {
    return this.givenAsArgument && this.subshellLevel === 0 && !this.options.has('errexit') ? 127 : 1;
  }

  /** What an invalid expansion ends. */
  get wrongExpansionEnds(): 'line' | 'script' {
    return this.options.has('errexit') ? 'script' : 'line';
  }

  /** Writes an error to standard error, with the script's name and line. */
  async complain(message: string): Promise<void> {
    try {
      await this.write(2, `${this.place}: ${this.isSh ? inDashWords(message) : message}\n`);
    } catch (error) {
      if (error instanceof Killed || error instanceof BrokenPipe) throw error;
      // There is nowhere to report it.
    }
  }

  /** Reports an error once, where it happened. */
  async tell(error: ShellError): Promise<void> {
    if (!error.told) await this.complain(error.message);
    error.told = true;
  }

  private receive(signal: string): boolean {
    const action = this.traps.get(signal);
    if (action === undefined) return this.interactive && NOT_AT_TERMINAL.has(signal);
    if (action !== '') {
      this.pendingTraps.push(signal);
      if (signal !== 'CHLD') this.jobs.interrupt();
    }
    return true;
  }
}
