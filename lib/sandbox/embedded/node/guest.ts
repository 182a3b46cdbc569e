import type { Children } from '../program/children';
import type { ProcessSpec, WorkerMessage } from '../protocol/process';
import type { SysClient } from '../protocol/sys-client';
import type { EventLoop } from './event-loop';
import type { GuestNetwork } from './http/guest-network';

/** What the built-in modules of one run of `node` share. */
export interface Guest {
  readonly sys: SysClient;
  readonly spec: ProcessSpec;
  readonly children: Children;
  readonly loop: EventLoop;
  readonly network: GuestNetwork;
  cwd: string;
  post(message: WorkerMessage): void;
  /** Absolute path of what a program names. */
  path(name: unknown): string;
  /** Ends the program; does not return. */
  exit(code: number): never;
  /** An error nobody caught. `origin` is what it came from: a throw, or a promise that was rejected. */
  fatal(error: unknown, origin?: 'uncaughtException' | 'unhandledRejection'): void;
}
