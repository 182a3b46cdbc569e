import { SysError, type SysClient } from '../../protocol/sys-client';
import { ownPath } from '../processes';
import { letEventsIn } from './breathe';
import type { Descriptors } from './descriptors';
import { NamedPipe } from './named-pipe';
import { OpenFile, type Source, type Target } from './open-file';
import { pathFrom } from './path-from';

export type OpenMode = 'read' | 'write' | 'append' | 'both';

const ENDS = { read: ['reader'], write: ['writer'], append: ['writer'], both: ['reader', 'writer'] } as const;

const PART = 1024 * 1024;

/** Opens a path as the system would, including devices. Throws `SysError`. */
export function openPath(
  sys: SysClient,
  cwd: string,
  path: string,
  mode: OpenMode,
  {
    fds,
    umask = 0o022,
    noclobber = false,
    pid,
  }: { fds?: Descriptors; umask?: number; noclobber?: boolean; pid?: number } = {},
): OpenFile {
  if (path === '') throw new SysError('No such file or directory', 'ENOENT', 'open', path);
  const given = pathFrom(sys, cwd, path);
  const device = openDevice(given, fds);
  if (device) return device;
  const full = pid === undefined ? given : ownPath(given, pid);
  const found = statOf(sys, full);
  const kind = found?.type;
  if (kind === 'directory' && mode !== 'read') throw new SysError('Is a directory', 'EISDIR', 'open', path);
  if (kind === 'fifo') return NamedPipe.at(found?.ino ?? 0, path).open(ENDS[mode]);
  if (mode === 'read') {
    const { ino } = found ?? sys.stat(full);
    const source =
      kind === 'directory'
        ? isDirectory(path)
        : /^\/proc\/self\/(?!environ$)/.test(full)
          ? readersOwn(sys, full)
          : fileSource(sys, full, ino);
    return new OpenFile(source, undefined, { path: full });
  }
  if (noclobber && mode === 'write' && kind === 'file')
    throw new SysError('cannot overwrite existing file', 'EEXIST', 'open', path);
  if (path.endsWith('/')) throw new SysError('Is a directory', 'EISDIR', 'open', path);
  const fileMode = 0o666 & ~umask;
  if (mode === 'write' || found === undefined) sys.write(full, new Uint8Array(), { mode: fileMode });
  const { ino } = found ?? sys.stat(full);
  if (mode === 'both') return bothWays(sys, full, ino);
  const target: Target = { write: (bytes) => sys.append(full, bytes.slice(), ino) };
  return new OpenFile(undefined, target, { path: full });
}

/** A file as `<>` opens it: what is read and what is written share their place in it. */
function bothWays(sys: SysClient, path: string, ino: number): OpenFile {
  let offset = 0;
  const source: Source = {
    read() {
      const bytes = sys.readPart(path, offset, PART, ino);
      offset += bytes.length;
      return bytes.length > 0 ? bytes : undefined;
    },
  };
  const target: Target = {
    write(bytes) {
      offset -= file.takeBack()?.length ?? 0;
      sys.writeAt(path, bytes.slice(), ino, offset);
      offset += bytes.length;
    },
  };
  const file = new OpenFile(source, target, { path });
  return file;
}

function statOf(sys: SysClient, path: string): ReturnType<SysClient['stat']> | undefined {
  try {
    return sys.stat(path);
  } catch (error) {
    if (error instanceof SysError && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

const isDirectory = (path: string): Source => ({
  read() {
    throw new SysError('Is a directory', 'EISDIR', 'read', path);
  },
});

function fileSource(sys: SysClient, path: string, ino: number): Source {
  let offset = 0;
  return {
    read() {
      const bytes = sys.readPart(path, offset, PART, ino);
      offset += bytes.length;
      return bytes.length > 0 ? bytes : undefined;
    },
  };
}

/** A file of `/proc/self` that a shell opens for the program that it starts: all but `environ` is the program's own. */
function readersOwn(sys: SysClient, path: string): Source {
  let read = false;
  return {
    read(reader) {
      if (read) return undefined;
      read = true;
      return sys.read(reader ? ownPath(path, reader.pid) : path);
    },
  };
}

function openDevice(path: string, fds: Descriptors | undefined): OpenFile | undefined {
  if (!path.startsWith('/dev/') && !path.startsWith('/proc/self/fd/')) return undefined;
  const number = /^\/(?:dev|proc\/self)\/fd\/(\d+)$/.exec(path)?.[1] ?? STANDARD[path];
  if (number !== undefined) {
    const file = fds?.get(Number(number));
    if (!file) throw new SysError('No such file or directory', 'ENOENT', 'open', path);
    if (file.about.socket) throw new SysError('No such device or address', 'ENXIO', 'open', path);
    return file;
  }
  switch (path) {
    case '/dev/null':
      return new OpenFile({ read: () => undefined }, { write: () => undefined }, { path });
    case '/dev/zero':
      return new OpenFile({ read: endless(() => new Uint8Array(64 * 1024)) }, { write: () => undefined }, { path });
    case '/dev/full':
      return new OpenFile({ read: endless(() => new Uint8Array(64 * 1024)) }, { write: noSpace }, { path });
    case '/dev/random':
    case '/dev/urandom':
      return new OpenFile({ read: endless(() => crypto.getRandomValues(new Uint8Array(32 * 1024))) }, undefined, {
        path,
      });
    case '/dev/tty':
      return ttyOf(fds);
    default:
      return undefined;
  }
}

const STANDARD: Readonly<Record<string, string>> = { '/dev/stdin': '0', '/dev/stdout': '1', '/dev/stderr': '2' };

/** Lets other tasks run between two reads of an endless device. */
const endless = (next: () => Uint8Array) => async () => {
  await letEventsIn();
  return next();
};

function noSpace(): void {
  throw new SysError('No space left on device', 'ENOSPC', 'write');
}

function ttyOf(fds: Descriptors | undefined): OpenFile {
  const terminal = fds?.entries().find(([, file]) => file.about.terminal)?.[1];
  if (!terminal) throw new SysError('No such device or address', 'ENXIO', 'open', '/dev/tty');
  return terminal;
}
