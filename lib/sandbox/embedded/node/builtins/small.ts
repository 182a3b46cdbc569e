import path from 'path-browserify';
import type { Guest } from '../guest';
import { resolveFrom } from '../../fs/paths';

const fileURLToPath = (url: unknown): string => {
  const parsed = new URL(String(url));
  if (parsed.protocol !== 'file:') throw new TypeError('The URL must be of scheme file');
  return decodeURIComponent(parsed.pathname);
};

const pathToFileURL = (name: string): URL =>
  new URL(`file://${encodeURI(name).replaceAll('#', '%23').replaceAll('?', '%3F')}`);

export const url = {
  URL,
  URLSearchParams,
  fileURLToPath,
  pathToFileURL,
  format: (value: unknown) => String(value),
  parse: (text: string) => new URL(text, 'file:///'),
};

export const os = {
  EOL: '\n',
  arch: () => 'x64',
  availableParallelism: () => 1,
  cpus: () => [{ model: 'sandbox', speed: 0, times: {} }],
  endianness: () => 'LE',
  freemem: () => 2 ** 30,
  homedir: () => '/home/project',
  hostname: () => 'toolyard',
  loadavg: () => [0, 0, 0],
  networkInterfaces: () => ({}),
  platform: () => 'linux',
  release: () => '6.0.0',
  tmpdir: () => '/tmp',
  totalmem: () => 2 ** 31,
  type: () => 'Linux',
  uptime: () => performance.now() / 1000,
  userInfo: () => ({ username: 'user', uid: 1000, gid: 1000, homedir: '/home/project', shell: '/bin/bash' }),
  version: () => 'sandbox',
};

/** `path` that resolves against the program's own folder: the package asks a `process` it captured too early. */
export function makePath(guest: Guest) {
  const resolve = (...parts: string[]) =>
    parts.reduce((base, part) => (part ? resolveFrom(base, part) : base), guest.cwd);
  const relative = (from: string, to: string) => path.relative(resolve(from), resolve(to));
  const posix = { ...path, resolve, relative };
  return Object.assign(posix, { posix, default: posix });
}

export function makeTimersPromises({ loop }: Guest) {
  const sleep = (ms?: number, value?: unknown) =>
    new Promise((resolve) => loop.globals.setTimeout(() => resolve(value), ms));
  return {
    setTimeout: sleep,
    setImmediate: (value?: unknown) => sleep(0, value),
    scheduler: { wait: sleep, yield: () => sleep(0) },
    async *setInterval(ms?: number, value?: unknown) {
      for (;;) yield await sleep(ms, value);
    },
  };
}
