import type { SandboxProcess } from '@/lib/ports';
import type { FileContext } from '../files';

interface CommandRun {
  readonly output: string;
  readonly exitCode: number;
}

/** Runs a command line to its end and remembers the folder it ended in. An abort sends SIGTERM, then SIGKILL. */
export async function runCommand(context: FileContext, command: string, killAfterMs: number): Promise<CommandRun> {
  const cwdFile = `/tmp/.toolyard-cwd-${crypto.randomUUID()}`;
  const process = await spawnCommand(context, command, { TOOLYARD_CWD_FILE: cwdFile });
  const stopKilling = killOnAbort(process, context.signal, killAfterMs);
  const buffer = new OutputBuffer();
  try {
    await readShellOutput(process, (piece) => {
      buffer.push(piece);
      context.onOutput(piece);
    });
    return { output: buffer.toString(), exitCode: await process.exit };
  } finally {
    stopKilling();
    await rememberFolder(context, cwdFile);
  }
}

/** Starts a command line in the shell's folder, with the context's variables and an empty input. */
export async function spawnCommand(
  context: FileContext,
  command: string,
  more: Readonly<Record<string, string>> = {},
): Promise<SandboxProcess> {
  const { sandbox, shell, cwd, env, signal } = context;
  const folder = await existingFolder(context, shell?.cwd ?? cwd ?? sandbox.workdir);
  signal.throwIfAborted();
  const process = await sandbox.spawn(sandbox.shell, ['-c', command], {
    cwd: folder,
    env: { ...env, ...shell?.env, ...more },
  });
  // Nobody types into a tool call: a command that reads its input gets end-of-file.
  void process.input.close().catch(() => undefined);
  return process;
}

/** Milliseconds without output after the process ended until reading stops: its leftover children may keep the stream open. */
const DRAIN_MS = 200;

/** Passes on a process's output until the process has ended. */
export async function readShellOutput(process: SandboxProcess, onPiece: (piece: string) => void): Promise<void> {
  const reader = process.output.getReader();
  let ended = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const waitForSilence = (): void => {
    clearTimeout(timer);
    if (ended) timer = setTimeout(() => void reader.cancel().catch(() => undefined), DRAIN_MS);
  };
  void process.exit.then(() => {
    ended = true;
    waitForSilence();
  });
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    onPiece(value);
    waitForSilence();
  }
  clearTimeout(timer);
}

/** The folder may have been deleted meanwhile; then the command starts in the workdir. */
async function existingFolder({ sandbox }: FileContext, folder: string): Promise<string> {
  try {
    return (await sandbox.fs.stat(folder)).type === 'directory' ? folder : sandbox.workdir;
  } catch {
    return sandbox.workdir;
  }
}

/** Sends SIGTERM when the signal aborts, then SIGKILL, unless the returned function was called. */
export function killOnAbort(process: SandboxProcess, signal: AbortSignal, killAfterMs: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const kill = (): void => {
    process.kill('SIGTERM');
    timer = setTimeout(() => process.kill('SIGKILL'), killAfterMs);
  };
  if (signal.aborted) kill();
  else signal.addEventListener('abort', kill, { once: true });
  return () => {
    clearTimeout(timer);
    signal.removeEventListener('abort', kill);
  };
}

/** Reads the final folder from the file where the shell writes it; a killed shell writes none, and nothing changes. */
async function rememberFolder({ sandbox, shell }: FileContext, cwdFile: string): Promise<void> {
  try {
    const folder = (await sandbox.fs.readFile(cwdFile, 'utf8')).trim();
    await sandbox.fs.rm(cwdFile, { force: true });
    if (shell && folder.startsWith('/')) shell.cwd = folder;
  } catch {
    // No file: keep the folder.
  }
}

/** Maximum characters of one command's output: half from the start, half from the end. */
const KEPT_OUTPUT = 4_000_000;

/** Collects the start and the end of output of any length in bounded memory. */
class OutputBuffer {
  #head = '';
  #tail: string[] = [];
  #tailLength = 0;
  #omitted = 0;

  constructor(private readonly limit = KEPT_OUTPUT) {}

  push(text: string): void {
    const room = Math.max(0, this.limit / 2 - this.#head.length);
    this.#head += text.slice(0, room);
    if (text.length <= room) return;
    this.#tail.push(text.slice(room));
    this.#tailLength += text.length - room;
    if (this.#tailLength > this.limit) this.#shrink();
  }

  toString(): string {
    this.#shrink();
    const gap = this.#omitted === 0 ? '' : `\n[… ${this.#omitted.toLocaleString('en')} characters left out …]\n`;
    return this.#head + gap + this.#tail.join('');
  }

  /** Drops the start of the tail, rarely enough that many small pieces stay cheap. */
  #shrink(): void {
    const excess = this.#tailLength - this.limit / 2;
    if (excess <= 0) return;
    const kept = this.#tail.join('').slice(excess);
    this.#omitted += excess;
    this.#tail = [kept];
    this.#tailLength = kept.length;
  }
}
