import { spawn } from 'node:child_process';
import { LaunchError } from './say.mjs';
import { ROOT } from './root.mjs';

const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/**
 * Runs a Node script to its end, at the root, with our terminal. Passes signals on. Returns its exit code.
 *
 * @param {string[]} args @param {Record<string, string>} [env]
 * @returns {Promise<number>}
 */
export const runNode = (args, env) =>
  ended(spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit', env: environment(env) }));

/** Runs npm to its end, at the root, with our terminal. Returns its exit code. @param {string[]} args @returns {Promise<number>} */
export function runNpm(args) {
  const windows = process.platform === 'win32';
  return ended(
    spawn(windows ? 'npm.cmd' : 'npm', args, { cwd: ROOT, stdio: 'inherit', shell: windows, env: environment() }),
  );
}

/** Our environment with these variables added, without telemetry. @param {Record<string, string>} [env] */
export const environment = (env) => ({ ...process.env, NEXT_TELEMETRY_DISABLED: '1', ...env });

/** Waits for a child's exit code, and passes our signals on to it. @param {import('node:child_process').ChildProcess} child */
export async function ended(child) {
  const pass = SIGNALS.map((signal) => ({ signal, on: () => void child.kill(signal) }));
  for (const { signal, on } of pass) process.on(signal, on);
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 143)));
    });
  } finally {
    for (const { signal, on } of pass) process.off(signal, on);
  }
}

/** Runs a Node script and throws if it fails. @param {string} what @param {string[]} args @param {Record<string, string>} [env] */
export async function mustRunNode(what, args, env) {
  const code = await runNode(args, env);
  if (code !== 0) throw new LaunchError(`${what} failed (exit code ${code}). What it said is above.`);
}
