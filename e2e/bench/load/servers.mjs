import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { answers, freePort } from '../../../lib/launch/address.mjs';
import { LISTEN } from '../../../lib/launch/serve.mjs';
import { verdict } from './verdict.mjs';

const HOST = '127.0.0.1';
const PROBE = join(import.meta.dirname, 'probe.mjs');

/** @typedef {{ heapUsed: number; rss: number; longestMs: number; longestRunMs: number; ranMs: number }} Measured bytes; the longest time the event loop was blocked since the last time, and the CPU time of its thread in one turn; its total CPU time */

/**
 * A server in its own process that reports how it is doing.
 *
 * @typedef {{ url: string; measure: () => Promise<Measured>; stop: (signal?: NodeJS.Signals) => Promise<void> }} Running
 */

/** The longest that one turn of the event loop may run, in milliseconds. */
const GOAL_MS = 100;

/** A row for how long the event loop was blocked at most. Another load on the machine blocks it, too: what it ran itself counts. @param {Measured} measured */
export const heldRow = ({ longestMs, longestRunMs }) =>
  verdict(
    [
      '  event loop held at most',
      `${longestMs.toFixed(1)} ms`,
      `of which it ran ${longestRunMs.toFixed(0)} ms; goal: ≤ ${GOAL_MS} ms`,
    ],
    !(longestRunMs > GOAL_MS),
  );

/** @param {string | readonly string[]} script its path, with arguments of Node before it @param {Record<string, string>} [env] @returns {Promise<Running>} */
export async function startScript(script, env = {}) {
  const port = await freePort(HOST);
  const child = spawn(process.execPath, ['--expose-gc', '--import', PROBE, ...[script].flat(), HOST, String(port)], {
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  while (!(await answers(HOST, port))) {
    if (child.exitCode !== null) throw new Error(`${String(script)} ended with code ${child.exitCode}.`);
    await sleep(5);
  }
  return {
    url: `http://${HOST}:${port}`,
    async measure() {
      child.send('measure');
      const [measured] = await once(child, 'message');
      return measured;
    },
    async stop(signal = 'SIGTERM') {
      const gone = once(child, 'exit');
      if (child.exitCode === null && child.signalCode === null && child.kill(signal)) await gone;
    },
  };
}

/** Starts the production build with a data folder. @param {string} data @param {Record<string, string>} [env] */
export const startServer = (data, env = {}) =>
  startScript(LISTEN, { TOOLYARD_DATA: data, UV_THREADPOOL_SIZE: '16', ...env });

/** @template T @param {(data: string) => Promise<T>} work @returns {Promise<T>} */
export async function withDataFolder(work) {
  const data = mkdtempSync(join(tmpdir(), 'toolyard-load-'));
  try {
    return await work(data);
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}
