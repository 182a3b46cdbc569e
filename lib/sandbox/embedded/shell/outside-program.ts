import type { Children } from '../program/children';
import { SignalSchema } from '../protocol/signals';
import type { OpenFile } from './io/open-file';
import { encode, TextWriter } from '../../bytes-text';
import type { ShellTask } from './language/task';
import type { Outside } from './launch';

/** A program such as node or git: a process of the kernel, whose output goes straight out unless it is redirected. */
export const outsideProgram =
  (
    name: string,
    children: Children,
    /** The outside programs that get what is typed. */
    readers: Map<ShellTask, (text: string | null) => void>,
    /** What was typed for one, and not read when it ended. */
    onUnread: (text: string) => void,
  ): Outside =>
  ({ argv, cwd, env, fds, sharedInput }, task) => {
    const [input, output, errors] = [fds.get(0), fds.get(1), fds.get(2)];
    const inheritOutput = output?.about.inherited === 1 && errors?.about.inherited === 2;
    const inheritInput = input?.about.inherited === 0;
    return new Promise((resolve) => {
      let written = Promise.resolve();
      let ended = false;
      let typed = '';
      /** How much of that a key that signals has discarded, as at any terminal. */
      let discarded = 0;
      const child = children.start({
        command: name,
        args: argv.slice(1),
        cwd,
        // Some commands of git read piped input, but must not wait for input typed at a terminal.
        env: input?.about.terminal === true ? { ...env, GIT_STDIN_TERMINAL: '1' } : env,
        inheritOutput,
        inheritInput,
        pid: task.pid,
        ...(task.parent && { ppid: task.parent.pid }),
        onOutput(fd, text) {
          const target = (fd === 1 ? output : errors)?.target;
          written = written.then(() => target?.write(encode(text))).catch(() => child.unread(fd));
        },
        onExit(code, signal, taken) {
          ended = true;
          onUnread(typed.slice(Math.max(taken, discarded)));
          if (signal) task.endedBy(signal.slice('SIG'.length));
          readers.delete(task);
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
        readers.set(task, (text) => {
          typed += text ?? '';
          child.write(text);
        });
      else if (!input || input === sharedInput) child.write(null);
      else void pump(input, child.write, () => ended);
    });
  };

/** Passes all of the input to a program. */
async function pump(input: OpenFile, write: (text: string | null) => void, ended: () => boolean): Promise<void> {
  const writer = new TextWriter(write);
  try {
    for (let next = await input.read(); next; next = await input.read()) {
      if (ended()) return input.putBack(next);
      writer.push(next);
    }
    if (!ended()) writer.flush();
  } finally {
    if (!ended()) write(null);
  }
}
