import type { Children } from '../program/children';
import { INPUT_WINDOW } from '../protocol/limits';
import { SOCKET } from '../protocol/process';
import { SignalSchema } from '../protocol/signals';
import type { OpenFile } from './io/open-file';
import { encode, TextWriter } from '../../bytes-text';
import type { ShellTask } from './task';
import type { Outside } from './launch';
import type { StandardInput } from './standard-files';

/** A program such as node or git: a process of the kernel, whose output goes straight out unless it is redirected. */
export const outsideProgram =
  (
    name: string,
    children: Children,
    /** Tells of an outside program that gets what is typed, and how; without a way, it does no longer. */
    onReader: (task: ShellTask, give?: (text: string | null) => void) => void,
    /** What was typed for one, and not read when it ended. */
    onUnread: (text: string) => void,
    /** The shell's own input, which one may share. */
    shared: Pick<StandardInput, 'settle' | 'skip'>,
  ): Outside =>
  ({ argv, cwd, env, fds, sharedInput }, task) => {
    const [input, output, errors] = [fds.get(0), fds.get(1), fds.get(2)];
    const inheritOutput = output?.about.inherited === 1 && errors?.about.inherited === 2;
    const inheritInput = input?.about.inherited === 0;
    if (inheritInput) shared.settle();
    return new Promise((resolve) => {
      let written = Promise.resolve();
      let pump: Pump | undefined;
      let typed = '';
      /** How much of that a key that signals has discarded, as at any terminal. */
      let discarded = 0;
      const child = children.start({
        command: name,
        args: argv.slice(1),
        cwd,
        env,
        tty: ([0, 1, 2] as const).filter((fd) => fds.get(fd)?.about.terminal === true),
        paths: [0, 1, 2].map((fd) => {
          const { path, socket } = fds.get(fd)?.about ?? {};
          return path ?? (socket ? `${SOCKET}[${fd + 1}]` : null);
        }),
        inheritOutput,
        inheritInput,
        pid: task.pid,
        ...(task.parent && { ppid: task.parent.pid }),
        onOutput(fd, text) {
          const target = (fd === 1 ? output : errors)?.target;
          written = written.then(() => target?.write(encode(text))).catch(() => child.unread(fd));
        },
        onTaken: (taken) => pump?.hasTaken(taken),
        onExit(code, signal, taken) {
          pump?.stop(taken);
          if (inheritInput) shared.skip(taken);
          onUnread(typed.slice(Math.max(taken, discarded)));
          if (signal) task.endedBy(signal.slice('SIG'.length));
          onReader(task);
          void written.then(() => resolve(code));
        },
      });
      task.onSignal = (signal, group) => {
        if (group) discarded = typed.length;
        child.kill(SignalSchema.catch('SIGTERM').parse(`SIG${signal}`), group);
        return true;
      };
      task.onKill = () => child.kill('SIGKILL');
      task.onStop = (stops, group) => child.kill(stops ? 'SIGSTOP' : 'SIGCONT', group);
      if (inheritInput)
        onReader(task, (text) => {
          typed += text ?? '';
          child.write(text);
        });
      else if (!input || input === sharedInput) child.write(null);
      else void (pump = new Pump(input, child.write)).run();
    });
  };

/** How many characters of what was passed on are kept, at least: more than a program leaves unread by chance. */
const KEPT = 8 * 1024 * 1024;

/** Passes all of the input to a program, and back what the program has not read when it ends. */
class Pump {
  private ended = false;
  /** The end of what was passed on, and how much came before it. */
  private text = '';
  private before = 0;
  /** The read that waits for input. */
  private begun: Promise<Uint8Array | undefined> | undefined;
  private sent = 0;
  private taken = 0;
  /** Called when the program has read some, or has ended. */
  private onRoom: (() => void) | undefined;
  private readonly writer: TextWriter;

  constructor(
    private readonly input: OpenFile,
    private readonly write: (text: string | null) => void,
  ) {
    this.writer = new TextWriter((text) => {
      this.keep(text);
      this.sent += text.length;
      if (!this.ended) write(text);
    });
  }

  async run(): Promise<void> {
    try {
      for (;;) {
        while (this.sent - this.taken > INPUT_WINDOW && !this.ended)
          await new Promise<void>((resolve) => (this.onRoom = resolve));
        if (this.ended) return;
        this.begun = Promise.resolve(this.input.read());
        const next = await this.begun;
        if (this.ended) return;
        this.begun = undefined;
        if (!next) break;
        this.writer.push(next);
      }
      this.writer.flush();
    } finally {
      if (!this.ended) this.write(null);
    }
  }

  /** The program has read this many characters so far. */
  hasTaken(chars: number): void {
    this.taken = chars;
    this.onRoom?.();
  }

  /** `taken`: how many characters the program has read. */
  stop(taken: number): void {
    this.ended = true;
    this.onRoom?.();
    this.writer.flush();
    if (taken >= this.before) this.input.putBack(encode(this.text.slice(taken - this.before)));
    if (this.begun) this.input.giveBack(this.begun);
  }

  private keep(text: string): void {
    this.text += text;
    const over = this.text.length - KEPT;
    if (over < KEPT) return;
    this.text = this.text.slice(over);
    this.before += over;
  }
}
