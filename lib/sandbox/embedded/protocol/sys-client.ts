import * as z from 'zod';
import { parseJson } from '@/lib/protocol/text';
import { concat } from '../../bytes-text';
import type { OpenHow } from '../fs/open-file';
import type { AnswerKind, AskSide } from './channel';
import { unpackTree } from './packed-tree';
import type { Signal } from './signals';
import {
  EntriesSchema,
  EntryStatsSchema,
  FailureSchema,
  NodeStatSchema,
  OpenedSchema,
  RunResultSchema,
  type Syscall,
} from './syscall';

/** A failed system call, shaped like Node's errors. */
export class SysError extends Error {
  constructor(
    message: string,
    readonly code: string,
    readonly syscall?: string,
    readonly path?: string,
  ) {
    super(message);
    this.name = 'Error';
  }

  get errno(): number {
    return ERRNO[this.code] ?? -1;
  }
}

const ERRNO: Readonly<Record<string, number>> = {
  ENOENT: -2,
  EPERM: -1,
  EEXIST: -17,
  ENOTDIR: -20,
  EISDIR: -21,
  EINVAL: -22,
  ENOSPC: -28,
  ENOTEMPTY: -39,
  ELOOP: -40,
  EMFILE: -24,
  EADDRINUSE: -98,
};

/** Answers calls about what is below `/proc`, which each program knows best about itself. */
export interface ProcAnswers {
  answer(call: Syscall): { kind: AnswerKind; bytes: readonly Uint8Array[] } | undefined;
  /** The call with each path that goes through a link of a process, or `follow`s one, where that leads. */
  through(call: Syscall): Syscall;
}

/** The kernel's information about a file. */
export type Stat = ReturnType<SysClient['stat']>;

/** The kernel's system calls as functions. Each blocks until it is answered and throws `SysError`. */
export class SysClient {
  /** Answers what is below `/proc`; set by programs that show it. */
  proc: ProcAnswers | undefined;

  constructor(private readonly channel: AskSide) {}

  stat = (path: string, follow = true) => this.json(NodeStatSchema, { op: 'stat', path, follow });
  /** Of the file that the path led to when it was opened, as `append`, `replace` and `readPart` with `ino`. */
  statOpen = (path: string, ino: number) => this.json(NodeStatSchema, { op: 'stat', path, follow: true, ino });
  read = (path: string) => this.bytes({ op: 'read', path });
  open = (path: string, how: OpenHow) => this.json(OpenedSchema, { op: 'open', path, ...how });
  write = (path: string, data: Uint8Array, options: { append?: boolean; exclusive?: boolean; mode?: number } = {}) =>
    this.none({ op: 'write', path, data: owned(data), ...options });
  list = (path: string) => this.json(EntriesSchema, { op: 'list', path });
  listStats = (path: string) => this.json(EntryStatsSchema, { op: 'listStats', path });
  mkdir = (path: string, recursive = false, mode?: number) => this.none({ op: 'mkdir', path, recursive, mode });
  mkfifo = (path: string, mode: number) => this.none({ op: 'mkfifo', path, mode });
  remove = (path: string, options: { recursive?: boolean; force?: boolean } = {}) =>
    this.none({ op: 'remove', path, recursive: options.recursive ?? false, force: options.force ?? false });
  rename = (from: string, to: string) => this.none({ op: 'rename', from, to });
  copy = (from: string, to: string) => this.none({ op: 'copy', from, to });
  symlink = (target: string, path: string) => this.none({ op: 'symlink', target, path });
  link = (existing: string, path: string) => this.none({ op: 'link', existing, path });
  readlink = (path: string) => this.json(z.string(), { op: 'readlink', path });
  realpath = (path: string) => this.json(z.string(), { op: 'realpath', path });
  chmod = (path: string, mode: number) => this.none({ op: 'chmod', path, mode });
  utimes = (path: string, mtimeMs: number, atimeMs?: number, follow?: boolean) =>
    this.none({ op: 'utimes', path, mtimeMs, atimeMs, follow });
  paths = () => this.json(z.array(z.string()), { op: 'paths' });
  tree = (path: string, all = false) => unpackTree(this.bytes({ op: 'tree', path, all }));
  holding = (query: { path: string; literals: string[]; anyCase: boolean }) =>
    this.json(z.array(z.string()), { op: 'holding', ...query });
  readPart = (path: string, offset: number, length: number, ino?: number) =>
    this.bytes({ op: 'readPart', path, offset, length, ino });
  /** Appends to the file that the path led to when it was opened. */
  append = (path: string, data: Uint8Array, ino: number) => this.none({ op: 'write', path, data: owned(data), ino });
  /** Writes over a part of that file. */
  writeAt = (path: string, data: Uint8Array, ino: number, at: number) =>
    this.none({ op: 'write', path, data: owned(data), ino, at });
  replace = (path: string, data: Uint8Array, ino: number) =>
    this.none({ op: 'write', path, data: owned(data), ino, whole: true });
  /** Requests several files without waiting; `receive` must be called before any other request. */
  sendForMany = (paths: string[]) => this.channel.send({ op: 'readMany', paths } satisfies Syscall);
  receive = (room: Uint8Array) => bytesOf(this.channel.receive(room));

  /** The bytes of several files, with few calls. `size` need only be about right. */
  readMany(files: readonly { path: string; size: number }[]): Uint8Array[] {
    const read: Uint8Array[] = [];
    while (read.length < files.length) {
      const batch: string[] = [];
      for (let bytes = 0; bytes < BATCH_BYTES && batch.length < BATCH_FILES;) {
        const next = files[read.length + batch.length];
        if (!next) break;
        batch.push(next.path);
        bytes += next.size;
      }
      const answer = splitMany(this.bytes({ op: 'readMany', paths: batch }), batch.length);
      read.push(...batch.map((path, index) => answer[index] ?? this.read(path)));
    }
    return read;
  }

  output = (fd: 1 | 2, text: string) => this.none({ op: 'output', fd, text });
  input = () => this.bytes({ op: 'input' });
  /** Waits for new input and returns it; empty at the end. */
  inputPart = () => this.bytes({ op: 'input', part: true });
  listen = (port: number) => this.json(z.number(), { op: 'listen', port });
  bind = (path: string) => this.json(z.number(), { op: 'bind', path });
  lock = (path: string, shared: boolean) => this.json(z.boolean(), { op: 'lock', path, shared });
  unlock = (path: string) => this.none({ op: 'unlock', path });
  /** A file of the package set; throws ENOENT if it does not exist. */
  packageFile = (file: string) => this.bytes({ op: 'package', file });
  kill = (pid: number, signal: Signal | null) => this.json(z.boolean(), { op: 'kill', pid, signal });
  run = (request: Omit<Extract<Syscall, { op: 'run' }>, 'op'>) => this.json(RunResultSchema, { op: 'run', ...request });

  exists(path: string): boolean {
    try {
      this.stat(path);
      return true;
    } catch {
      return false;
    }
  }

  isFile(path: string): boolean {
    try {
      return this.stat(path).type === 'file';
    } catch {
      return false;
    }
  }

  /** Asks for what is below `/proc` here, and for everything else the kernel. */
  private bytes(call: Syscall): Uint8Array {
    if (!this.proc) return bytesOf(this.channel.ask(call));
    const real = this.proc.through(call);
    const own = this.proc.answer(real);
    return own ? bytesOf({ kind: own.kind, bytes: concat(own.bytes) }) : bytesOf(this.channel.ask(real));
  }

  private json<T>(schema: z.ZodType<T>, call: Syscall): T {
    const parsed = parseJson(schema, new TextDecoder().decode(this.bytes(call)));
    if (!parsed.ok) throw new SysError(parsed.reason, 'EIO');
    return parsed.value;
  }

  private none(call: Syscall): void {
    this.bytes(call);
  }
}

/** Maximum files, and about the most bytes, of one `readMany`. */
export const BATCH_FILES = 2000;
export const BATCH_BYTES = 6 * 1024 * 1024;
const UNREADABLE = 0xffffffff;

/** The files of an answer to `readMany`, as views on it; undefined for one that cannot be read. */
export function splitMany(answer: Uint8Array, count: number): (Uint8Array | undefined)[] {
  const view = new DataView(answer.buffer, answer.byteOffset, answer.byteLength);
  let at = count * 4;
  return Array.from({ length: count }, (_, index) => {
    const size = view.getUint32(index * 4, true);
    return size === UNREADABLE ? undefined : answer.subarray(at, (at += size));
  });
}

function bytesOf({ kind, bytes }: ReturnType<AskSide['receive']>): Uint8Array {
  if (kind === 'failure') throw failureOf(bytes);
  return bytes;
}

function failureOf(bytes: Uint8Array): SysError {
  const parsed = parseJson(FailureSchema, new TextDecoder().decode(bytes));
  if (!parsed.ok) return new SysError(parsed.reason, 'EIO');
  const { message, code, syscall, path } = parsed.value;
  return new SysError(message, code, syscall, path);
}

/** A message carries the whole buffer behind a view, so a view on part of one is copied. */
const owned = (data: Uint8Array): Uint8Array =>
  data.byteLength === data.buffer.byteLength && data.constructor === Uint8Array ? data : new Uint8Array(data);
