const MEANING = {
  EACCES: 'permission denied',
  EEXIST: 'file already exists',
  EFBIG: 'file too large',
  EINVAL: 'invalid argument',
  EISDIR: 'illegal operation on a directory',
  ELOOP: 'too many symbolic links encountered',
  ENOENT: 'no such file or directory',
  ENOSPC: 'no space left on device',
  ENOTDIR: 'not a directory',
  ENOTEMPTY: 'directory not empty',
  ENXIO: 'no such device or address',
  EPERM: 'operation not permitted',
} as const;

export type FsErrorCode = keyof typeof MEANING;

/** A file system error with Node's wording. */
export class FsError extends Error {
  override name = 'FsError';
  constructor(
    readonly code: FsErrorCode,
    readonly syscall: string,
    readonly path: string,
  ) {
    super(`${code}: ${MEANING[code]}, ${syscall} '${path}'`);
  }
}
