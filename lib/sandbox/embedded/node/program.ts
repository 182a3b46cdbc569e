import type { Children } from '../program/children';
import type { ProcessSpec, WorkerMessage } from '../protocol/process';
import type { Signal } from '../protocol/signals';
import type { Stat, SysClient } from '../protocol/sys-client';
import type { EventLoop } from './event-loop';
import type { ProgramNetwork } from './http/program-network';
import type { InputQueue } from './input-queue';
import type { NodeOptions } from './options';

/** Whether a standard stream of the program is a terminal. */
export const isTty = ({ spec }: Pick<NodeProgram, 'spec'>, fd: number): boolean =>
  spec.tty?.streams.some((stream) => stream === fd) === true;

/** What `stat` says of where a standard stream leads; undefined for a pipe or a socket. */
export function streamStat(program: NodeProgram, fd: number): Stat | undefined {
  const path = isTty(program, fd) ? '/dev/tty' : program.spec.paths?.[fd];
  try {
    return path?.startsWith('/') ? program.sys.stat(path) : undefined;
  } catch {
    return undefined;
  }
}

/** Shared by the bindings of one run of `node`. */
export interface NodeProgram {
  readonly sys: SysClient;
  readonly spec: ProcessSpec;
  readonly options: NodeOptions;
  readonly children: Children;
  readonly loop: EventLoop;
  readonly network: ProgramNetwork;
  readonly input: InputQueue;
  /** The program's current environment. */
  readonly env: Record<string, string>;
  cwd: string;
  /** The permissions that new files do not get. */
  umask: number;
  post(message: WorkerMessage): void;
  /** The absolute path of a path that the program uses. */
  path(name: string): string;
  /** Called for the changes that the program watches for, by the watchers' ids. */
  readonly watchers: Map<number, (type: 'rename' | 'change', path: string) => void>;
  /** Takes messages from the program that forked this one; `null` ends them. */
  onMessages: (text: string | null) => void;
  /** A file's text, or undefined if it cannot be read. */
  text(name: string): string | undefined;
  /** Ends the program, by a signal if it is one that ends programs; does not return. */
  exit(code: number, signal?: Signal): never;
}
