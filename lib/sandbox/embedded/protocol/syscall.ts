import * as z from 'zod';
import { StreamPathsSchema, TtySchema } from './process';
import { SignalSchema } from './signals';
import { PackageFileSchema } from './package-file';
import { LiteralsSchema } from './search-task';

const path = z.string().max(4096);
const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array);
/** The file that the path led to when it was opened. A write to it appends. */
const ino = z.number().int().min(0);
const mode = z.number().int().min(0).max(0o7777);

/** A program's blocking requests to the kernel. Paths are absolute. */
export const SyscallSchema = z.discriminatedUnion('op', [
  /** `ino`: of the file that the path led to when it was opened. */
  z.object({ op: z.literal('stat'), path, follow: z.boolean(), ino: ino.optional() }),
  z.object({ op: z.literal('read'), path }),
  /** Answered with where it leads, and the number of the file there. */
  z.object({
    op: z.literal('open'),
    path,
    create: z.boolean().optional(),
    exclusive: z.boolean().optional(),
    truncate: z.boolean().optional(),
    writable: z.boolean().optional(),
    folder: z.boolean().optional(),
    mode: mode.optional(),
  }),
  z.object({
    op: z.literal('write'),
    path,
    data: bytes,
    append: z.boolean().optional(),
    exclusive: z.boolean().optional(),
    mode: mode.optional(),
    ino: ino.optional(),
    /** With `ino`: replaces all that the file has, instead of appending. */
    whole: z.boolean().optional(),
    /** With `ino`: writes over what the file has from there on. */
    at: z.number().int().min(0).optional(),
  }),
  z.object({ op: z.literal('list'), path }),
  /** A folder's entries with what `stat` says of each, links not followed. */
  z.object({ op: z.literal('listStats'), path }),
  z.object({ op: z.literal('mkdir'), path, recursive: z.boolean(), mode: mode.optional() }),
  z.object({ op: z.literal('mkfifo'), path, mode }),
  z.object({ op: z.literal('remove'), path, recursive: z.boolean(), force: z.boolean() }),
  z.object({ op: z.literal('rename'), from: path, to: path }),
  z.object({ op: z.literal('copy'), from: path, to: path }),
  z.object({ op: z.literal('symlink'), target: path, path }),
  z.object({ op: z.literal('link'), existing: path, path }),
  z.object({ op: z.literal('readlink'), path }),
  z.object({ op: z.literal('realpath'), path }),
  z.object({ op: z.literal('chmod'), path, mode }),
  z.object({
    op: z.literal('utimes'),
    path,
    mtimeMs: z.number(),
    atimeMs: z.number().optional(),
    follow: z.boolean().optional(),
  }),
  z.object({ op: z.literal('paths') }),
  /** Everything below a folder, as a packed tree for searching. Without `all`, contents of `.git` are left out. */
  z.object({ op: z.literal('tree'), path, all: z.boolean().optional() }),
  /** Files below a folder with one of several texts, except in `.git`; includes files that are binary or too large to check. */
  LiteralsSchema.extend({ op: z.literal('holding') }),
  z.object({
    op: z.literal('readPart'),
    path,
    offset: z.number().int().min(0),
    length: z.number().int().min(0),
    ino: ino.optional(),
  }),
  /** Several files: the size of each (u32; all ones if it cannot be read), then the bytes of each. */
  z.object({ op: z.literal('readMany'), paths: z.array(path) }),
  /** Answered once the output has room for more. */
  z.object({ op: z.literal('output'), fd: z.union([z.literal(1), z.literal(2)]), text: z.string() }),
  /** All of standard input, once it has ended; with `part`, new input as soon as there is some. */
  z.object({ op: z.literal('input'), part: z.literal(true).optional() }),
  /** Listens on a port, or on a free one if 0; answered with the port. Connections arrive as messages. */
  /** A port, or another place. */
  z.object({ op: z.literal('listen'), port: z.number().int().min(0) }),
  /** Creates the file of a Unix socket and listens there; answered with its place on the network. */
  z.object({ op: z.literal('bind'), path }),
  /** Tries to lock a file; answered at once with whether it worked. The owner may lock it again. */
  z.object({ op: z.literal('lock'), path, shared: z.boolean() }),
  z.object({ op: z.literal('unlock'), path }),
  /** A file of the package set that comes with the sandbox. */
  z.object({ op: z.literal('package'), file: PackageFileSchema }),
  /** Signals a process, or with `null` asks for it; answered with whether it exists. */
  z.object({ op: z.literal('kill'), pid: z.number().int(), signal: SignalSchema.nullable() }),
  /** Runs a program to its end. `pid`: the process id that its parent gives it. */
  z.object({
    op: z.literal('run'),
    command: path,
    args: z.array(z.string()),
    cwd: path,
    env: z.record(z.string(), z.string()),
    input: z.string(),
    /** Its input is that of the program. */
    inheritInput: z.boolean().optional(),
    inherit: z.boolean(),
    tty: TtySchema.optional(),
    paths: StreamPathsSchema.optional(),
    timeoutMs: z.number().optional(),
    pid: z.number().int().positive().optional(),
    argv0: z.string().optional(),
  }),
]);
export type Syscall = z.infer<typeof SyscallSchema>;

export const NodeStatSchema = z.object({
  type: z.enum(['file', 'directory', 'symlink', 'fifo', 'device']),
  size: z.number(),
  mode: z.number(),
  mtimeMs: z.number(),
  atimeMs: z.number(),
  ctimeMs: z.number(),
  birthtimeMs: z.number(),
  ino: z.number(),
  version: z.number(),
  links: z.number(),
  socket: z.boolean(),
});
export const OpenedSchema = z.object({ path: z.string(), ino: z.number() });
export const EntriesSchema = z.array(z.object({ name: z.string(), type: z.enum(['file', 'directory', 'symlink']) }));
export const EntryStatsSchema = z.array(NodeStatSchema.extend({ name: z.string() }));
export const RunResultSchema = z.object({
  code: z.number(),
  stdout: z.string(),
  stderr: z.string(),
  signal: SignalSchema.optional(),
  timedOut: z.boolean().optional(),
});

export const FailureSchema = z.object({
  code: z.string(),
  message: z.string(),
  syscall: z.string().optional(),
  path: z.string().optional(),
});
