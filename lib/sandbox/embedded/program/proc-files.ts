import { encode } from '../../bytes-text';
import { FsError } from '../fs/fs-error';
import { numberFrom } from '../fs/inode';
import { normalizePath } from '../../paths';
import { TreeFs } from '../fs/tree-fs';
import { answerFileCall, jsonAnswer, syscallFailure, type FileCall, type SyscallAnswer } from '../kernel/file-calls';
import type { ProcessSpec } from '../protocol/process';
import type { ProcAnswers } from '../protocol/sys-client';
import type { Syscall } from '../protocol/syscall';

/** A process as `/proc` shows it. */
export interface ProcProcess {
  readonly pid: number;
  readonly ppid: number;
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** Its open files: where each number leads. */
  readonly fds: ReadonlyMap<number, string>;
}

/** The processes that a program knows of. */
export interface Processes {
  /** The program's own id. */
  readonly self: number;
  pids(): number[];
  find(pid: number): ProcProcess | undefined;
}

/** Calls that change something: nobody may, below `/proc`. */
const CHANGES: ReadonlySet<FileCall['op']> = new Set([
  'write', 'mkdir', 'mkfifo', 'remove', 'rename', 'copy', 'symlink', 'link', 'chmod', 'utimes',
]); // prettier-ignore

const changes = (call: FileCall): boolean => CHANGES.has(call.op) || (call.op === 'open' && call.writable === true);

/** Calls about a link itself, not about where it leads. */
const ABOUT_LINKS: ReadonlySet<Syscall['op']> = new Set(['readlink', 'remove', 'mkdir', 'mkfifo', 'symlink', 'link']);

const followsLast = (call: Syscall): boolean =>
  !ABOUT_LINKS.has(call.op) && (!('follow' in call) || call.follow !== false);

/** A link of a process: its id, the link, and the path below it. */
const LINK = /^\/proc\/(self|\d+)\/(cwd|exe|root|fd\/\d+)(\/.*)?$/;
const MAX_LINKS = 40;

const targetOf = (process: ProcProcess, link: string): string | undefined =>
  link === 'cwd'
    ? process.cwd
    : link === 'exe'
      ? exeOf(process)
      : link === 'root'
        ? '/'
        : process.fds.get(Number(link.slice(3)));

/** More than the kernel's own files ever have. */
const FIRST_INO = 2 ** 30;

const CAPACITY = 16 * 1024 * 1024;

/**
 * What is below `/proc`, made when it is asked for: it is in no tree of files, so that it is neither saved nor exported.
 * Each program answers for itself, since the kernel does not know what runs inside a shell.
 */
export class ProcFiles implements ProcAnswers {
  constructor(private readonly processes: Processes) {
    numberFrom(FIRST_INO);
  }

  /** Answers a call about a path below `/proc`; undefined for any other. */
  answer(call: Syscall): SyscallAnswer | undefined {
    if ('from' in call && isProc(call.from)) return syscallFailure(new FsError('EACCES', call.op, call.from));
    if (!('path' in call) || !isProc(call.path)) return undefined;
    if (call.op === 'bind' || call.op === 'lock' || call.op === 'unlock') return undefined;
    if (call.op === 'holding') return jsonAnswer(this.tree(call.path).paths());
    if (changes(call)) return syscallFailure(new FsError('EACCES', call.op === 'write' ? 'open' : call.op, call.path));
    return answerFileCall(this.tree(call.path), call);
  }

  /** The call with its paths where a process's links lead: `/proc/self/cwd/src` is a file of the tree. */
  through(call: Syscall): Syscall {
    if ('path' in call && isProc(call.path)) return { ...call, path: this.outside(call.path, followsLast(call)) };
    if ('from' in call && (isProc(call.from) || isProc(call.to)))
      return { ...call, from: this.outside(call.from, false), to: this.outside(call.to, false) };
    return call;
  }

  private outside(path: string, follow: boolean): string {
    let at = path;
    for (let links = 0; links < MAX_LINKS; links += 1) {
      const [, id = '', link = '', rest = ''] = LINK.exec(at) ?? [];
      const found = id === '' || (rest === '' && !follow) ? undefined : this.find(id);
      const target = found && targetOf(found, link);
      // What is no file, as a pipe, has no path.
      if (!target?.startsWith('/')) return at;
      at = normalizePath(`${target}${rest}`);
    }
    return path;
  }

  private find = (id: string): ProcProcess | undefined =>
    this.processes.find(id === 'self' ? this.processes.self : Number(id));

  private tree(path: string): TreeFs {
    const tree = new TreeFs(CAPACITY);
    const file = (name: string, text: string): void => {
      tree.mkdir(name.slice(0, name.lastIndexOf('/')), { recursive: true });
      tree.write(name, encode(text), { mode: 0o444 });
    };
    for (const [name, text] of Object.entries(SYSTEM)) file(`/proc/${name}`, text());
    const asked = Number(/^\/proc\/(\d+)/.exec(path)?.[1] ?? this.processes.self);
    for (const pid of new Set([...this.processes.pids(), asked])) {
      const found = this.processes.find(pid);
      if (!found) continue;
      const folder = `/proc/${pid}`;
      tree.mkdir(`${folder}/fd`, { recursive: true, mode: 0o555 });
      for (const [name, text] of Object.entries(OWN)) if (pid === asked) file(`${folder}/${name}`, text(found));
      tree.symlink(found.cwd, `${folder}/cwd`);
      tree.symlink(exeOf(found), `${folder}/exe`);
      tree.symlink('/', `${folder}/root`);
      for (const [fd, target] of found.fds) tree.symlink(target, `${folder}/fd/${fd}`);
    }
    tree.symlink(String(this.processes.self), '/proc/self');
    tree.symlink('self/mounts', '/proc/mounts');
    return tree;
  }
}

const isProc = (path: string): boolean => path === '/proc' || path.startsWith('/proc/');

const nameOf = ({ argv: [first = ''] }: ProcProcess): string => first.replace(/^.*\//, '').slice(0, 15);

const exeOf = ({ argv: [first = ''] }: ProcProcess): string => (first.startsWith('/') ? first : `/usr/bin/${first}`);

const processors = (): number => globalThis.navigator?.hardwareConcurrency || 1;
const seconds = (): string => (performance.now() / 1000).toFixed(2);

/** Bytes of memory that `free` shows, in kibibytes. */
const MEMORY = 524_288;

const SYSTEM: Readonly<Record<string, () => string>> = {
  cpuinfo: () =>
    Array.from(
      { length: processors() },
      (_, at) =>
        `processor\t: ${at}\nvendor_id\t: Toolyard\nmodel name\t: Toolyard sandbox\ncpu cores\t: ${processors()}\nflags\t\t: fpu\n\n`,
    ).join(''),
  filesystems: () => 'nodev\tproc\nnodev\ttmpfs\n',
  loadavg: () => '0.00 0.00 0.00 1/1 1\n',
  meminfo: () =>
    [['MemTotal', MEMORY], ['MemFree', MEMORY], ['MemAvailable', MEMORY], ['Buffers', 0], ['Cached', 0], ['SwapTotal', 0], ['SwapFree', 0]]
      .map(([name, size]) => `${`${name}:`.padEnd(16)}${String(size).padStart(8)} kB\n`)
      .join(''), // prettier-ignore
  'sys/kernel/hostname': () => 'toolyard\n',
  'sys/kernel/osrelease': () => '6.1.0\n',
  'sys/kernel/ostype': () => 'Linux\n',
  'sys/kernel/random/boot_id': () => `${(boot ||= uuid())}\n`,
  'sys/kernel/random/uuid': () => `${uuid()}\n`,
  'sys/kernel/version': () => '#1 SMP\n',
  uptime: () => `${seconds()} ${seconds()}\n`,
  version: () => 'Linux version 6.1.0 (toolyard@toolyard) #1 SMP\n',
};

/** The page's frame is no secure context, where `crypto.randomUUID` would be. */
function uuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

let boot = '';

const OWN: Readonly<Record<string, (process: ProcProcess) => string>> = {
  cgroup: () => '0::/\n',
  cmdline: ({ argv }) => argv.map((word) => `${word}\0`).join(''),
  comm: (process) => `${nameOf(process)}\n`,
  environ: ({ env }) =>
    Object.entries(env)
      .map(([name, value]) => `${name}=${value}\0`)
      .join(''),
  mounts: () => 'tmpfs / tmpfs rw 0 0\nproc /proc proc ro 0 0\n',
  stat: (process) =>
    `${process.pid} (${nameOf(process)}) S ${process.ppid} ${process.pid} ${process.pid} ${'0 '.repeat(46)}0\n`,
  status: (process) =>
    `Name:\t${nameOf(process)}\nUmask:\t0022\nState:\tS (sleeping)\nTgid:\t${process.pid}\nNgid:\t0\nPid:\t${process.pid}\nPPid:\t${process.ppid}\nTracerPid:\t0\nUid:\t1000\t1000\t1000\t1000\nGid:\t1000\t1000\t1000\t1000\nFDSize:\t64\nGroups:\t1000 \nVmSize:\t       0 kB\nVmRSS:\t       0 kB\nThreads:\t1\n`,
};

/** The processes that a program knows of which starts none in its own worker: itself, and those the kernel says are there. */
export function ownProcess(
  { pid, ppid, command, args, env, paths }: Pick<ProcessSpec, 'pid' | 'ppid' | 'command' | 'args' | 'env' | 'paths'>,
  cwd: () => string,
  alive: (pid: number) => boolean,
): Processes {
  const fds = new Map([0, 1, 2].map((fd) => [fd, paths?.[fd] ?? `pipe:[${fd}]`]));
  return {
    self: pid,
    pids: () => [pid],
    find: (id) => {
      if (id === pid) return { pid, ppid, argv: [command, ...args], env, cwd: cwd(), fds };
      return id > 0 && alive(id) ? { pid: id, ppid: 1, argv: [], env: {}, cwd: '/', fds: new Map() } : undefined;
    },
  };
}
