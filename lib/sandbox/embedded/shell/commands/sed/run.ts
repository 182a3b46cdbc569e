import { breathe } from '../../io/breathe';
import { collector } from '../../io/open-file';
import { concat, decode } from '../../../../bytes-text';
import { CommandFailure, type CommandContext } from '../context';
import type { Output } from '../output';
import type { Instruction, SedSubstitution } from './instruction';
import { selects } from './selects';
import { substituted } from './substitute';
import { unambiguous } from './unambiguous';

/** A source of lines that knows whether the current one is the last. */
export interface Lines {
  /** Whether the next line, or the end, has been read: only then may `next` and `last` be used. */
  readonly ready: boolean;
  /** Reads on until `ready`. */
  fill(): Promise<void>;
  next(): { text: string; ended: boolean } | undefined;
  readonly last: boolean;
  readonly number: number;
  readonly name: string;
}

export interface SedSettings {
  quiet: boolean;
  end: string;
  /** Line width of `l`, in columns. */
  width: number;
  /** How much of a pipe is read at once. */
  block: number;
  /** Whether GNU's extensions are off. */
  posix: boolean;
  files: Map<string, Output>;
  /** What `r` and `R` find in `/dev/stdin` and in descriptors, read before the first line. */
  given: Map<string, Uint8Array>;
}

interface Execution {
  command: string;
  into: boolean;
  print: boolean;
}

/** Number of backward jumps before a program checks for signals. */
const FUEL = 1_000;

/** The text that `a`, `i` and `c` write; nothing if it is empty. */
/** Runs a sed program over lines. Returns the exit code of `q`, or undefined at the end of the input. */
export class Machine {
  private pattern = '';
  private hold = '';
  private ended = true;
  private appended: (() => void)[] = [];
  /** Outputs whose last line has no newline yet. */
  private readonly open = new Set<Output>();
  private replaced = false;
  private fuel = FUEL;
  private lastPattern: RegExp | undefined;
  private readonly labels = new Map<string, number>();
  private readonly reading = new Map<string, string[]>();
  /** Whether an address is `$`, so that each line has to be known to be the last or not. */
  private readonly asksForLast: boolean;

  constructor(
    private readonly context: CommandContext,
    private readonly program: readonly Instruction[],
    private readonly settings: SedSettings,
  ) {
    this.asksForLast = program.some(({ from, to }) => from?.kind === 'last' || to?.kind === 'last');
    for (const [index, { name, text }] of program.entries()) if (name === ':') this.labels.set(text, index);
    for (const { name, text } of program)
      if ('btT'.includes(name) && text !== '' && !this.labels.has(text))
        throw new CommandFailure(`can't find label for jump to \`${text}'`, 4);
  }

  async run(lines: Lines, out: Output): Promise<number | undefined> {
    for (const one of this.program) Object.assign(one, { open: undefined, begun: false });
    let fresh = true;
    let start = 0;
    let chosen = false;
    for (;;) {
      if (fresh) {
        if (!lines.ready) await this.fill(lines, out);
        if (!this.load(lines)) return undefined;
        if (this.asksForLast && !lines.ready) await this.fill(lines, out);
      }
      const end = this.cycle(lines, out, start, chosen);
      start = end.goOn ?? 0;
      chosen = end.chosen === true;
      if (end.waits) await this.fill(lines, out);
      if (end.execute) await this.execute(end.execute, out);
      const pause = this.letSignalsIn();
      if (pause) await pause;
      if (end.goOn !== undefined) {
        if (out.full) await out.flush();
        fresh = false;
        continue;
      }
      if (end.restart) {
        fresh = false;
        this.flushAppended();
        continue;
      }
      fresh = true;
      if (end.print && !this.settings.quiet) this.print(out);
      this.flushAppended();
      if (end.code !== undefined) return end.code;
      if (out.full) await out.flush();
    }
  }

  /** Waits for input; what has been written so far is seen meanwhile. */
  private async fill(lines: Lines, out: Output): Promise<void> {
    await out.flush();
    await lines.fill();
  }

  private load(lines: Lines): boolean {
    const line = lines.next();
    if (!line) return false;
    this.pattern = line.text;
    this.ended = line.ended;
    this.replaced = false;
    return true;
  }

  private print(out: Output, text = this.pattern): void {
    this.put(out, text + (this.ended ? this.settings.end : ''), this.ended);
  }

  /** Writes text; first ends the line before it if it is still open. */
  private put(out: Output, what: string | Uint8Array, ended = true): void {
    if (this.open.delete(out)) out.write(this.settings.end);
    if (what.length > 0) out.write(what);
    if (!ended) this.open.add(out);
  }

  /** Writes the first line of the pattern space, for `P` and `W`. */
  private putFirst(out: Output): void {
    const end = this.pattern.indexOf(this.settings.end);
    if (end < 0) this.print(out);
    else this.put(out, this.pattern.slice(0, end + 1));
  }

  private flushAppended(): void {
    for (const write of this.appended) write();
    this.appended = [];
  }

  private letSignalsIn(): Promise<void> | undefined {
    this.context.task.check();
    const pause = breathe();
    return pause && this.context.task.wait(pause);
  }

  /**
   * Runs a cycle from `start`, whose address is already known to select the line if `chosen`. `goOn`: the cycle is not over
   * and continues there, once more input is read if it `waits`.
   */
  private cycle(
    lines: Lines,
    out: Output,
    start: number,
    chosen: boolean,
  ): {
    print: boolean;
    restart?: boolean;
    code?: number;
    goOn?: number;
    waits?: boolean;
    chosen?: boolean;
    execute?: Execution;
  } {
    const { program } = this;
    for (let at = start; at < program.length; at += 1) {
      const one = program[at];
      if (!one) break;
      if (one.name === '}' || one.name === ':' || !((chosen && at === start) || selects(one, lines, this.holds))) {
        if (one.name === '{') at = one.end;
        continue;
      }
      switch (one.name) {
        case '{':
          break;
        case 'd':
          return { print: false };
        case 'D': {
          const newline = this.pattern.indexOf(this.settings.end);
          if (newline < 0) return { print: false };
          this.pattern = this.pattern.slice(newline + 1);
          return { print: false, restart: true };
        }
        case 'n':
          if (!lines.ready) return { print: false, goOn: at, waits: true, chosen: true };
          if (!this.settings.quiet) this.print(out);
          this.flushAppended();
          if (lines.last) return { print: false, code: 0 };
          this.load(lines);
          if (this.asksForLast && !lines.ready) return { print: false, goOn: at + 1, waits: true };
          break;
        case 'N': {
          if (!lines.ready) return { print: false, goOn: at, waits: true, chosen: true };
          this.flushAppended();
          if (lines.last) return { print: !this.settings.posix, code: 0 };
          const before = this.pattern;
          const { replaced } = this;
          this.load(lines);
          this.replaced = replaced;
          this.pattern = before + this.settings.end + this.pattern;
          if (this.asksForLast && !lines.ready) return { print: false, goOn: at + 1, waits: true };
          break;
        }
        case 'q':
          return { print: true, code: one.number };
        case 'Q':
          return { print: false, code: one.number };
        case 'b':
        case 't':
        case 'T': {
          const jumps = one.name === 'b' || this.replaced === (one.name === 't');
          if (one.name !== 'b') this.replaced = false;
          const to = jumps ? this.target(one) : at;
          if (to < at && --this.fuel < 0) {
            this.fuel = FUEL;
            return { print: false, goOn: to };
          }
          at = to;
          break;
        }
        case 'e':
          return {
            print: false,
            goOn: at + 1,
            execute: { command: one.text || this.pattern, into: one.text === '', print: false },
          };
        case 's':
          if (!one.substitution) break;
          if (this.substitute(one.substitution, out) && one.substitution.execute)
            return {
              print: false,
              goOn: at + 1,
              execute: { command: this.pattern, into: true, print: one.substitution.print },
            };
          break;
        case 'c':
          if (!one.to || one.negated || !one.open) this.put(out, one.text);
          return { print: false };
        default:
          this.perform(one, lines, out);
      }
    }
    return { print: true };
  }

  private target({ text }: Instruction): number {
    return text === '' ? this.program.length : (this.labels.get(text) ?? this.program.length);
  }

  private perform(one: Instruction, lines: Lines, out: Output): void {
    switch (one.name) {
      case 'p':
        return this.print(out);
      case 'P':
        this.putFirst(out);
        return;
      case '=':
        this.put(out, `${lines.number}\n`);
        return;
      case 'F':
        this.put(out, `${lines.name}\n`);
        return;
      case 'g':
        this.pattern = this.hold;
        return;
      case 'G':
        this.pattern += this.settings.end + this.hold;
        return;
      case 'h':
        this.hold = this.pattern;
        return;
      case 'H':
        this.hold += this.settings.end + this.pattern;
        return;
      case 'x':
        [this.pattern, this.hold] = [this.hold, this.pattern];
        return;
      case 'z':
        this.pattern = '';
        return;
      case 'a':
        this.appended.push(() => this.put(out, one.text));
        return;
      case 'i':
        this.put(out, one.text);
        return;
      case 'l':
        this.put(out, unambiguous(this.pattern, one.number || this.settings.width));
        return;
      case 'y':
        this.pattern = Array.from(this.pattern)
          .map((char) => one.map?.get(char) ?? char)
          .join('');
        return;
      default:
        return this.withFile(one, out);
    }
  }

  private withFile({ name, text }: Instruction, out: Output): void {
    if (name === 'w') this.print(this.settings.files.get(text) ?? out);
    else if (name === 'W') this.putFirst(this.settings.files.get(text) ?? out);
    else if (name === 'r') {
      this.appended.push(() => {
        const bytes = this.content(text);
        if (bytes) this.put(out, bytes);
      });
    } else if (name === 'R') {
      let left = this.reading.get(text);
      if (!left) {
        const bytes = this.content(text);
        left = bytes ? decode(bytes).replace(/\n$/, '').split('\n') : [];
        this.reading.set(text, left);
      }
      const line = left.shift();
      if (line !== undefined) this.appended.push(() => this.put(out, `${line}\n`));
    }
  }

  /** What a file has now; undefined if there is none. What comes through a descriptor is there once. */
  private content(name: string): Uint8Array | undefined {
    const { given } = this.settings;
    const once = given.get(name);
    if (once) given.delete(name);
    const path = this.context.path(name);
    return once ?? (this.context.sys.isFile(path) ? this.context.sys.read(path) : undefined);
  }

  private readonly holds = (pattern: RegExp | undefined): boolean => this.regex(pattern).test(this.pattern);

  private regex(pattern: RegExp | undefined): RegExp {
    const used = pattern ?? this.lastPattern;
    if (!used) throw new CommandFailure('-e expression #1, char 0: no previous regular expression');
    this.lastPattern = used;
    used.lastIndex = 0;
    return used;
  }

  /** Returns whether anything was replaced. */
  private substitute(substitution: SedSubstitution, out: Output): boolean {
    const { pattern, print, execute, file } = substitution;
    const made = substituted(this.pattern, this.regex(pattern), substitution);
    if (made === undefined) return false;
    this.pattern = made;
    this.replaced = true;
    if (print && !execute) this.print(out);
    if (file !== undefined) this.print(this.settings.files.get(file) ?? out);
    return true;
  }

  /** Runs a shell command; its output replaces the pattern space or is printed before it. */
  private async execute({ command, into, print }: Execution, out: Output): Promise<void> {
    await out.flush();
    const { file, parts } = collector();
    const fds = this.context.fds.clone();
    fds.set(1, file);
    await this.context.run(['sh', '-c', command], { fds });
    fds.closeAll();
    if (into) this.pattern = decode(concat(parts)).replace(/\n$/, '');
    else this.put(out, concat(parts));
    if (print) this.print(out);
  }
}
