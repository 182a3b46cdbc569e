import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { answers } from './address.mjs';
import { ROOT } from './root.mjs';
import { ended, environment } from './run.mjs';

/** Node's arguments to serve, from the root. With many open streams, a larger young generation means far less garbage collection. */
export const LISTEN = ['--max-semi-space-size=64', 'lib/launch/listen.mjs'];

/** Node's default of 4 threads is soon used up by DNS look-ups that nobody answers. */
const THREADS = '16';

/**
 * Serves the production build until it is told to stop. Returns the exit code.
 *
 * @param {{ host: string; port: number }} address @param {() => void} onReady called once it accepts connections
 * @returns {Promise<number>}
 */
export async function serve({ host, port }, onReady) {
  const child = spawn(process.execPath, [...LISTEN, host, String(port)], {
    cwd: ROOT,
    env: environment({ NODE_ENV: 'production', UV_THREADPOOL_SIZE: process.env.UV_THREADPOOL_SIZE ?? THREADS }),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const over = ended(child);
  void over.catch(() => {});
  while (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
    if (await answers(host, port)) {
      onReady();
      break;
    }
    await sleep(50);
  }
  const code = await over;
  return code === 130 || code === 143 ? 0 : code;
}
