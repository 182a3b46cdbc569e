/** The packages behind the built-in modules look for these while they load; the real ones follow. */
const early = {
  env: {},
  argv: [],
  version: 'v20.20.2',
  versions: { node: '20.20.2' },
  platform: 'linux',
  browser: true,
  nextTick: (task: (...args: unknown[]) => void, ...args: unknown[]) => queueMicrotask(() => task(...args)),
  emitWarning: () => undefined,
};
Object.assign(globalThis, { process: early, global: globalThis });

export const VERSION = 'v20.20.2';
