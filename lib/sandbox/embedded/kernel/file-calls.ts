import { messageOf } from '@/lib/protocol/message-of';
import { openFile } from '../fs/open-file';
import type { TreeFs } from '../fs/tree-fs';
import type { AnswerKind } from '../protocol/channel';
import { packTreeBytes } from '../protocol/packed-tree';
import type { Syscall } from '../protocol/syscall';

export interface SyscallAnswer {
  kind: AnswerKind;
  /** In pieces that count as one. */
  bytes: readonly Uint8Array[];
}

export type FileCall = Exclude<
  Syscall,
  { op: 'output' | 'input' | 'run' | 'kill' | 'listen' | 'bind' | 'lock' | 'unlock' | 'package' | 'holding' }
>;

const json = (value: unknown): SyscallAnswer => ({
  kind: 'json',
  bytes: [new TextEncoder().encode(JSON.stringify(value))],
});
const none: SyscallAnswer = { kind: 'bytes', bytes: [] };

/** Answers a program's file system call; never throws. */
export function answerFileCall(fs: TreeFs, call: FileCall): SyscallAnswer {
  try {
    return perform(fs, call);
  } catch (error) {
    return syscallFailure(error);
  }
}

export function syscallFailure(error: unknown): SyscallAnswer {
  const { code = 'EIO', syscall, path } = Object(error);
  const message = messageOf(error);
  return { ...json({ code, message, syscall, path }), kind: 'failure' };
}

export const jsonAnswer = json;
export const noAnswer = none;

function perform(fs: TreeFs, call: FileCall): SyscallAnswer {
  switch (call.op) {
    case 'stat':
      return json(call.ino === undefined ? fs.stat(call.path, call.follow) : fs.statOpen(call.path, call.ino));
    case 'read':
      return { kind: 'bytes', bytes: [fs.readNoted(call.path)] };
    case 'open':
      return json(openFile(fs, call.path, call));
    case 'write':
      if (call.ino !== undefined) fs.writeOpen(call.path, ownBytes(call.data), call.ino, call);
      else fs.write(call.path, ownBytes(call.data), call);
      return none;
    case 'list':
      return json(fs.list(call.path));
    case 'listStats':
      return json(fs.listStats(call.path));
    case 'mkdir':
      fs.mkdir(call.path, call);
      return none;
    case 'mkfifo':
      fs.mkfifo(call.path, call.mode);
      return none;
    case 'remove':
      fs.remove(call.path, call);
      return none;
    case 'rename':
      fs.rename(call.from, call.to);
      return none;
    case 'copy':
      fs.copy(call.from, call.to);
      return none;
    case 'symlink':
      fs.symlink(call.target, call.path);
      return none;
    case 'link':
      fs.link(call.existing, call.path);
      return none;
    case 'readlink':
      return json(fs.readlink(call.path));
    case 'realpath':
      return json(fs.realpath(call.path));
    case 'chmod':
      fs.chmod(call.path, call.mode);
      return none;
    case 'utimes':
      fs.utimes(call.path, call.mtimeMs, call.atimeMs, call.follow);
      return none;
    case 'paths':
      return json(fs.paths());
    case 'tree':
      return {
        kind: 'bytes',
        bytes: packTreeBytes(
          fs
            .below(call.path, call.all ? undefined : '.git')
            .flatMap((row) => (row.type === 'fifo' || row.type === 'device' ? [] : [{ ...row, type: row.type }])),
        ),
      };
    case 'readPart':
      return {
        kind: 'bytes',
        bytes: [fs.readPart(call.path, call.offset, call.length, call.ino)],
      };
    case 'readMany':
      return { kind: 'bytes', bytes: readMany(fs, call.paths) };
  }
}

/** A program may send shared memory or keep using what it sent; the tree needs a copy. */
const ownBytes = (data: Uint8Array): Uint8Array =>
  data.buffer instanceof ArrayBuffer && data.byteLength === data.buffer.byteLength ? data : new Uint8Array(data);

const UNREADABLE = 0xffffffff;

function readMany(fs: TreeFs, paths: readonly string[]): Uint8Array[] {
  const sizes = new Uint32Array(paths.length).fill(UNREADABLE);
  const files: Uint8Array[] = [];
  for (const [index, path] of paths.entries()) {
    try {
      const file = fs.readNoted(path);
      sizes[index] = file.length;
      files.push(file);
    } catch {
      // It stays unreadable.
    }
  }
  return [new Uint8Array(sizes.buffer), ...files];
}
