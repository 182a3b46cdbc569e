import type { NodeProgram } from '../program';
import type { Binding } from '../binding';

const clock = performance.now.bind(performance);
const MEMORY = 8 * 1024 * 1024 * 1024;

/** `internalBinding('os')`: describes a small Linux machine. */
export const os = (program: NodeProgram): Binding => ({
  isBigEndian: false,
  getHostname: () => 'toolyard',
  getLoadAvg: (values: Float64Array) => values.set([0.1, 0.1, 0.1]),
  getUptime: () => Math.round(clock() / 10) / 100,
  getTotalMem: () => MEMORY,
  getFreeMem: () => MEMORY / 2,
  getCPUs: () => Array.from({ length: 2 }, () => ['Virtual CPU', 2000, 1000, 0, 500, 90_000, 0]).flat(),
  getInterfaceAddresses: () => ['lo', '127.0.0.1', '255.0.0.0', 'IPv4', '00:00:00:00:00:00', true, -1],
  getHomeDirectory: () => program.env.HOME ?? '/home/project',
  getUserInfo(options: unknown) {
    const { encoding } = Object(options);
    const shown = (text: string) =>
      encoding === 'buffer' ? Object(Reflect.get(globalThis, 'Buffer')).from(text) : text;
    return {
      uid: 1000,
      gid: 1000,
      username: shown('user'),
      homedir: shown(program.env.HOME ?? '/home/project'),
      shell: shown('/bin/bash'),
    };
  },
  setPriority: () => 0,
  getPriority: () => 0,
  getAvailableParallelism: () => 2,
  getOSInformation: () => ['Linux', '#1 SMP', '6.1.0', 'x86_64'],
});

const USER = 1000;

/** `internalBinding('credentials')`: there is a single user. */
export const credentials = (program: NodeProgram): Binding => ({
  implementsPosixCredentials: true,
  safeGetenv: (name: string) => program.env[name],
  getuid: () => USER,
  geteuid: () => USER,
  getgid: () => USER,
  getegid: () => USER,
  getgroups: () => [USER],
  ...Object.fromEntries(
    ['setegid', 'seteuid', 'setgid', 'setuid'].map((call) => [call, (id: unknown) => become(call, id)]),
  ),
  setgroups: (groups: readonly unknown[]) => {
    const unknown = groups.findIndex((id) => idOf(id) === undefined);
    return unknown < 0 ? become('setgroups', 0) : unknown + 1;
  },
  initgroups: (_user: unknown, group: unknown) => (idOf(group) === undefined ? 2 : become('initgroups', 0)),
});

/** The users of `/etc/passwd`, and the groups of the same names. */
const IDS: Readonly<Record<string, number>> = { root: 0, user: USER };
const idOf = (id: unknown): number | undefined => (typeof id === 'number' ? id : IDS[String(id)]);

/** Lets the program be who it is, and nobody else. Returns 1 for a name that nobody has. */
function become(call: string, id: unknown): number {
  const number = idOf(id);
  if (number === undefined) return 1;
  if (number === USER) return 0;
  throw Object.assign(new Error('EPERM, Operation not permitted'), { errno: 1, code: 'EPERM', syscall: call });
}
