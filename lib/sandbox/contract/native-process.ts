import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { StringDecoder } from 'node:string_decoder';
import { deferred } from '../deferred';
import { SandboxError, type SandboxProcess, type SpawnOptions } from '@/lib/ports';

/** Process groups still running: killed when the test process exits, even if a test forgot them. */
const groups = new Set<number>();
process.once('exit', () => groups.forEach((group) => signalGroup(group, 'SIGKILL')));

/** Starts a real process in its own group, so that `kill` ends its children too. */
export async function spawnNative(
  command: string,
  args: readonly string[],
  { cwd, env }: SpawnOptions & { cwd: string },
): Promise<SandboxProcess> {
  const child = spawn(command, args, { cwd, detached: true, stdio: 'pipe', env: { NODE_ENV: 'test', ...env } });
  const started = deferred<void>();
  child.once('spawn', started.resolve);
  child.once('error', (error) => started.reject(new SandboxError('ENOENT', error.message, command)));
  await started.promise;

  const group = child.pid;
  if (group !== undefined) groups.add(group);

  const { promise: exit, resolve } = deferred<number>();
  child.once('close', (code, signal) => {
    if (group !== undefined) groups.delete(group);
    resolve(code ?? 128 + (signal ? constants.signals[signal] : 0));
  });
  child.on('error', () => undefined);
  child.stdin.on('error', () => undefined);

  const output = new ReadableStream<string>({
    start(controller) {
      let open = 2;
      for (const stream of [child.stdout, child.stderr]) {
        const decoder = new StringDecoder('utf8');
        stream.on('data', (chunk: Buffer) => controller.enqueue(decoder.write(chunk)));
        stream.once('close', () => --open === 0 && controller.close());
      }
    },
  });
  const input = new WritableStream<string>({
    write: (text) => new Promise((done) => child.stdin.write(text, () => done())),
    close: () => void child.stdin.end(),
    abort: () => void child.stdin.destroy(),
  });
  return {
    exit,
    input,
    output,
    kill(signal = 'SIGTERM') {
      // Even after the leader has exited: its child may still hold the output open.
      if (group !== undefined) signalGroup(group, signal);
    },
    resize: () => undefined,
  };
}

function signalGroup(group: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-group, signal);
  } catch {
    // The group has just ended by itself.
  }
}
