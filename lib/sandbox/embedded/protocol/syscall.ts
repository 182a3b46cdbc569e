import * as z from 'zod';
import { SignalSchema } from './signals';
import { PackageFileSchema } from './package-file';
import { LiteralsSchema } from './search-task';

const path = z.string().max(4096);
const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array);
const mode = z.number().int().min(0).max(0o7777);

/** What a program asks of the kernel and waits for. Paths are absolute. */
export const SyscallSchema = z.discriminatedUnion('op', [
  z.object({ op: z.literal('stat'), path, follow: z.boolean() }),
  z.object({ op: z.literal('read'), path }),
  z.object({
    op: z.literal('write'),
    path,
    data: bytes,
    append: z.boolean().optional(),
    exclusive: z.boolean().optional(),
    mode: mode.optional(),
  }),
  z.object({ op: z.literal('list'), path }),
  z.object({ op: z.literal('mkdir'), path, recursive: z.boolean(), mode: mode.optional() }),
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
  /** Everything below a folder, for searching: a packed tree. Without `all` what is in `.git` is left out. */
  z.object({ op: z.literal('tree'), path, all: z.boolean().optional() }),
  /** The files below a folder that hold one of some texts, those in `.git` aside; what is no text, or too large to tell, is among them. */
  LiteralsSchema.extend({ op: z.literal('holding') }),
  z.object({ op: z.literal('readPart'), path, offset: z.number().int().min(0), length: z.number().int().min(0) }),
  /** Several files: the size of each (u32; all ones if it cannot be read), then the bytes of each. */
  z.object({ op: z.literal('readMany'), paths: z.array(path) }),
  /** Answered when the output has room for more. */
  z.object({ op: z.literal('output'), fd: z.union([z.literal(1), z.literal(2)]), text: z.string() }),
  /** Everything on standard input, once it has ended; a part is what came in since, as soon as there is some. */
  z.object({ op: z.literal('input'), part: z.literal(true).optional() }),
  /** Listens on a port, or with 0 on a free one; answered with the port. What comes to it comes as messages. */
  z.object({ op: z.literal('listen'), port: z.number().int().min(0).max(65_535) }),
  /** Takes a file as a lock; answered with whether it is had, at once. The process that has it may take it anew. */
  z.object({ op: z.literal('lock'), path, shared: z.boolean() }),
  z.object({ op: z.literal('unlock'), path }),
  /** A file of the package set that comes with the sandbox. */
  z.object({ op: z.literal('package'), file: PackageFileSchema }),
  /** Runs a program to its end. */
  z.object({
    op: z.literal('run'),
    command: path,
    args: z.array(z.string()),
    cwd: path,
    env: z.record(z.string(), z.string()),
    input: z.string(),
    inherit: z.boolean(),
    timeoutMs: z.number().optional(),
  }),
]);
export type Syscall = z.infer<typeof SyscallSchema>;

export const NodeStatSchema = z.object({
  type: z.enum(['file', 'directory', 'symlink']),
  size: z.number(),
  mode: z.number(),
  mtimeMs: z.number(),
  atimeMs: z.number(),
  ino: z.number(),
  version: z.number(),
  links: z.number(),
});
export const EntriesSchema = z.array(z.object({ name: z.string(), type: z.enum(['file', 'directory', 'symlink']) }));
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
