import type { TreeFs } from '../fs/tree-fs';
import type { AnswerKind } from '../protocol/channel';
import type { Syscall } from '../protocol/syscall';

export interface Answer {
  kind: AnswerKind;
  bytes: Uint8Array;
}

export type FileCall = Exclude<Syscall, { op: 'output' | 'input' | 'run' | 'listen' }>;

const json = (value: unknown): Answer => ({ kind: 'json', bytes: new TextEncoder().encode(JSON.stringify(value)) });
const none: Answer = { kind: 'bytes', bytes: new Uint8Array() };

/** Answers a program's file system call; never throws. */
export function answerFileCall(fs: TreeFs, call: FileCall): Answer {
  try {
    return perform(fs, call);
  } catch (error) {
    return failure(error);
  }
}

export function failure(error: unknown): Answer {
  const { code = 'EIO', syscall, path } = Object(error);
  const message = error instanceof Error ? error.message : String(error);
  return { ...json({ code, message, syscall, path }), kind: 'failure' };
}

export const jsonAnswer = json;
export const noAnswer = none;

function perform(fs: TreeFs, call: FileCall): Answer {
  switch (call.op) {
    case 'stat':
      return json(fs.stat(call.path, call.follow));
    case 'read':
      return { kind: 'bytes', bytes: isNull(call.path) ? new Uint8Array() : fs.read(call.path) };
    case 'write':
      if (!isNull(call.path)) fs.write(call.path, ownBytes(call.data), call);
      return none;
    case 'list':
      return json(fs.list(call.path));
    case 'mkdir':
      fs.mkdir(call.path, call);
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
      fs.utimes(call.path, call.mtimeMs);
      return none;
    case 'paths':
      return json([...fs.paths()]);
    case 'tree':
      return json([...treeBelow(fs, call.path)]);
    case 'readPart':
      return { kind: 'bytes', bytes: fs.read(call.path).subarray(call.offset, call.offset + call.length) };
    case 'readMany':
      return { kind: 'bytes', bytes: readMany(fs, call.paths) };
  }
}

const isNull = (path: string): boolean => path === '/dev/null';

/** A program may send memory that it shares or goes on using; the tree needs its own. */
const ownBytes = (data: Uint8Array): Uint8Array =>
  data.buffer instanceof ArrayBuffer && data.byteLength === data.buffer.byteLength ? data : new Uint8Array(data);

function* treeBelow(fs: TreeFs, path: string): Generator<[string, string, number, number, number]> {
  for (const { name, type } of fs.list(path)) {
    if (name === '.git') continue;
    const full = path === '/' ? `/${name}` : `${path}/${name}`;
    const { size, mtimeMs, version } = fs.stat(full, false);
    yield [full, type, size, mtimeMs, version];
    if (type === 'directory') yield* treeBelow(fs, full);
  }
}

const UNREADABLE = 0xffffffff;

function readMany(fs: TreeFs, paths: readonly string[]): Uint8Array {
  const files = paths.map((path) => {
    try {
      return fs.read(path);
    } catch {
      return undefined;
    }
  });
  const all = new Uint8Array(files.reduce((sum, file) => sum + 4 + (file?.length ?? 0), 0));
  const view = new DataView(all.buffer);
  let at = 0;
  for (const file of files) {
    view.setUint32(at, file?.length ?? UNREADABLE, true);
    at += 4;
    if (!file) continue;
    all.set(file, at);
    at += file.length;
  }
  return all;
}
