import { Buffer } from 'buffer';
import { SysError } from '../../protocol/sys-client';
import type { Guest } from '../guest';

type Options = Record<string, unknown> | string | null | undefined;

const option = (options: Options, name: string): unknown =>
  typeof options === 'object' && options !== null ? options[name] : undefined;

const encodingOf = (options: Options): BufferEncoding | undefined => {
  const encoding = typeof options === 'string' ? options : option(options, 'encoding');
  return typeof encoding === 'string' && Buffer.isEncoding(encoding) ? encoding : undefined;
};

const bytesOf = (data: unknown, options: Options): Uint8Array => {
  if (data instanceof Uint8Array) return data;
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return Buffer.from(String(data), encodingOf(options) ?? 'utf8');
};

const S_IFMT = { file: 0o100000, directory: 0o040000, symlink: 0o120000 } as const;

export class Stats {
  readonly mtime: Date;
  readonly atime: Date;
  readonly ctime: Date;
  readonly birthtime: Date;
  readonly mode: number;
  readonly nlink = 1;
  readonly uid = 1000;
  readonly gid = 1000;
  readonly dev = 1;

  constructor(
    private readonly type: keyof typeof S_IFMT,
    readonly size: number,
    mode: number,
    readonly mtimeMs: number,
    readonly ino: number,
  ) {
    this.mode = mode | S_IFMT[type];
    this.mtime = new Date(mtimeMs);
    this.atime = this.mtime;
    this.ctime = this.mtime;
    this.birthtime = this.mtime;
  }

  isFile = () => this.type === 'file';
  isDirectory = () => this.type === 'directory';
  isSymbolicLink = () => this.type === 'symlink';
  isFIFO = () => false;
  isSocket = () => false;
  isBlockDevice = () => false;
  isCharacterDevice = () => false;
}

export class Dirent {
  constructor(
    readonly name: string,
    readonly parentPath: string,
    private readonly type: keyof typeof S_IFMT,
  ) {}

  get path(): string {
    return this.parentPath;
  }

  isFile = () => this.type === 'file';
  isDirectory = () => this.type === 'directory';
  isSymbolicLink = () => this.type === 'symlink';
}

/** The synchronous half of `fs`; the others are made from it. */
export function fsSync({ sys, path }: Guest) {
  /** Rewords a failure with the path as the program named it and the call's own name. */
  const named = <T>(syscall: string, name: unknown, work: () => T): T => {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof SysError)) throw error;
      const meaning = /^\w+: ([^,]*)/.exec(error.message)?.[1] ?? error.message;
      throw new SysError(`${error.code}: ${meaning}, ${syscall} '${String(name)}'`, error.code, syscall, String(name));
    }
  };
  const statOf = (name: unknown, follow: boolean, options: Options): Stats | undefined => {
    try {
      return named(follow ? 'stat' : 'lstat', name, () => {
        const { type, size, mode, mtimeMs, ino } = sys.stat(path(name), follow);
        return new Stats(type, size, mode, mtimeMs, ino);
      });
    } catch (error) {
      if (option(options, 'throwIfNoEntry') === false && error instanceof SysError && error.code === 'ENOENT')
        return undefined;
      throw error;
    }
  };
  const entries = (folder: string, prefix: string, recursive: boolean): Dirent[] =>
    sys.list(folder).flatMap(({ name, type }) => {
      const entry = new Dirent(prefix + name, folder, type);
      return recursive && type === 'directory'
        ? [entry, ...entries(`${folder}/${name}`, `${prefix}${name}/`, true)]
        : [entry];
    });
  return {
    readFileSync(name: unknown, options?: Options): Buffer | string {
      const bytes = name === 0 || name === '/dev/stdin' ? sys.input() : named('open', name, () => sys.read(path(name)));
      const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      const encoding = encodingOf(options);
      return encoding ? buffer.toString(encoding) : buffer;
    },
    writeFileSync(name: unknown, data: unknown, options?: Options): void {
      const given = option(options, 'flag');
      const flag = typeof given === 'string' ? given : 'w';
      if (name === 1 || name === 2) return sys.output(name, String(data));
      named('open', name, () =>
        sys.write(path(name), bytesOf(data, options), { append: flag.startsWith('a'), exclusive: flag.includes('x') }),
      );
    },
    appendFileSync(name: unknown, data: unknown, options?: Options): void {
      named('open', name, () => sys.write(path(name), bytesOf(data, options), { append: true }));
    },
    existsSync: (name: unknown): boolean => (typeof name === 'string' || name instanceof URL) && sys.exists(path(name)),
    accessSync: (name: unknown): void => void named('access', name, () => sys.stat(path(name))),
    statSync: (name: unknown, options?: Options) => statOf(name, true, options),
    lstatSync: (name: unknown, options?: Options) => statOf(name, false, options),
    readdirSync(name: unknown, options?: Options): (string | Dirent)[] {
      const found = named('scandir', name, () => entries(path(name), '', option(options, 'recursive') === true));
      if (option(options, 'withFileTypes') !== true) return found.map((entry) => entry.name);
      return found;
    },
    mkdirSync(name: unknown, options?: Options): string | undefined {
      const full = path(name);
      const recursive = option(options, 'recursive') === true;
      const existed = recursive && sys.exists(full);
      named('mkdir', name, () => sys.mkdir(full, recursive));
      return recursive && !existed ? full : undefined;
    },
    rmSync(name: unknown, options?: Options): void {
      const recursive = option(options, 'recursive') === true;
      named('rm', name, () => {
        const full = path(name);
        if (!recursive && sys.exists(full) && sys.stat(full, false).type === 'directory') {
          throw new SysError('Path is a directory: rm returned EISDIR', 'ERR_FS_EISDIR', 'rm', full);
        }
        sys.remove(full, { recursive, force: option(options, 'force') === true });
      });
    },
    rmdirSync(name: unknown, options?: Options): void {
      named('rmdir', name, () => {
        const full = path(name);
        if (sys.stat(full, false).type !== 'directory') throw new SysError('ENOTDIR: not a directory', 'ENOTDIR');
        sys.remove(full, { recursive: option(options, 'recursive') === true });
      });
    },
    unlinkSync(name: unknown): void {
      named('unlink', name, () => {
        const full = path(name);
        if (sys.stat(full, false).type === 'directory') throw new SysError('EPERM: operation not permitted', 'EPERM');
        sys.remove(full);
      });
    },
    renameSync: (from: unknown, to: unknown): void => named('rename', from, () => sys.rename(path(from), path(to))),
    copyFileSync: (from: unknown, to: unknown): void =>
      named('copyfile', from, () => sys.write(path(to), sys.read(path(from)))),
    cpSync(from: unknown, to: unknown): void {
      named('cp', from, () => sys.copy(path(from), path(to)));
    },
    symlinkSync: (target: unknown, name: unknown): void =>
      named('symlink', name, () => sys.symlink(String(target), path(name))),
    linkSync: (existing: unknown, name: unknown): void =>
      named('link', name, () => sys.link(path(existing), path(name))),
    readlinkSync: (name: unknown): string => named('readlink', name, () => sys.readlink(path(name))),
    realpathSync: Object.assign((name: unknown): string => named('realpath', name, () => sys.realpath(path(name))), {
      native: (name: unknown): string => named('realpath', name, () => sys.realpath(path(name))),
    }),
    chmodSync: (name: unknown, mode: unknown): void =>
      named('chmod', name, () =>
        sys.chmod(path(name), typeof mode === 'string' ? Number.parseInt(mode, 8) : Number(mode)),
      ),
    utimesSync: (name: unknown, _accessed: unknown, modified: unknown): void =>
      named('utime', name, () =>
        sys.utimes(path(name), modified instanceof Date ? modified.getTime() : Number(modified) * 1000),
      ),
    truncateSync: (name: unknown, length = 0): void =>
      named('open', name, () => {
        const bytes = new Uint8Array(length);
        bytes.set(sys.read(path(name)).subarray(0, length));
        sys.write(path(name), bytes);
      }),
    mkdtempSync(prefix: unknown): string {
      const full = `${path(prefix)}${Math.random().toString(36).slice(2, 8)}`;
      named('mkdtemp', prefix, () => sys.mkdir(full));
      return full;
    },
  };
}
