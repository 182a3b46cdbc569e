import type { Sandbox } from '@/lib/ports';
import { messageOf } from '@/lib/protocol/message-of';
import type { Terminal } from '@xterm/xterm';
import { textOf } from '../../messages/text';

type ShellStarter = Pick<Sandbox, 'shell' | 'workdir' | 'spawn'>;

/**
 * Connects a terminal to a shell in the sandbox that starts in `folder`, and to a new shell whenever one exits. Returns a
 * function that disconnects it and kills the shell.
 */
export function attachShell(terminal: Terminal, sandbox: ShellStarter, folder = sandbox.workdir): () => void {
  const over = new AbortController();
  void keepShell(terminal, sandbox, folder, over.signal);
  return () => over.abort();
}

async function keepShell(terminal: Terminal, sandbox: ShellStarter, folder: string, over: AbortSignal): Promise<void> {
  const text = textOf('terminal');
  let [typed, cwd] = ['', folder];
  while (!over.aborted) {
    try {
      const code = await runShell(terminal, sandbox, over, { typed, cwd });
      if (over.aborted) return;
      terminal.write(`\r\n\x1b[2m${text('ended', { code: String(code) })}\x1b[0m\r\n`);
    } catch (error) {
      if (over.aborted) return;
      const message = messageOf(error);
      terminal.write(`\r\n\x1b[31m${text('notStarted', { message })}\x1b[0m\r\n\x1b[2m${text('again')}\x1b[0m\r\n`);
    }
    typed = await keyPress(terminal, over);
    cwd = sandbox.workdir;
  }
}

/** Runs one shell until it exits. Input typed while it starts goes to it. */
async function runShell(
  terminal: Terminal,
  sandbox: ShellStarter,
  over: AbortSignal,
  begin: { typed: string; cwd: string },
): Promise<number> {
  const { typed, cwd } = begin;
  const size = { cols: terminal.cols, rows: terminal.rows };
  let early = typed;
  const hearing = terminal.onData((data) => void (early += data));
  const shell = await sandbox.spawn(sandbox.shell, [], { cwd, terminal: size }).finally(() => hearing.dispose());
  const input = shell.input.getWriter();
  if (early) void input.write(early).catch(() => {});
  const listening = [
    terminal.onData((data) => void input.write(data).catch(() => {})),
    terminal.onResize((next) => shell.resize(next)),
  ];
  const end = (): void => shell.kill('SIGKILL');
  if (over.aborted) end();
  over.addEventListener('abort', end, { once: true });
  const output = shell.output.pipeTo(new WritableStream<string>({ write: (text) => write(terminal, text, over) }));
  const code = await shell.exit;
  await output.catch(() => {});
  over.removeEventListener('abort', end);
  for (const listener of listening) listener.dispose();
  return code;
}

/** Resolves when the terminal has processed the text, so that a flood of output waits for the screen. */
const write = (terminal: Terminal, text: string, over: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (over.aborted) resolve();
    else terminal.write(text, resolve);
  });

/** The next key press, to pass to the new shell; empty for Enter. */
const keyPress = (terminal: Terminal, over: AbortSignal): Promise<string> =>
  new Promise((resolve) => {
    const listening = terminal.onData((data) => done(data.replace(/[\r\n]/g, '')));
    const done = (typed: string): void => {
      listening.dispose();
      over.removeEventListener('abort', abort);
      resolve(typed);
    };
    const abort = (): void => done('');
    over.addEventListener('abort', abort, { once: true });
  });
