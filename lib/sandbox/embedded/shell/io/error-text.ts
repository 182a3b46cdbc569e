import { messageOf } from '@/lib/protocol/message-of';

const WORDS: Readonly<Record<string, string>> = {
  EBADF: 'Bad file descriptor',
  EEXIST: 'File exists',
  EFBIG: 'File too large',
  EINVAL: 'Invalid argument',
  EISDIR: 'Is a directory',
  ELOOP: 'Too many levels of symbolic links',
  EMFILE: 'Too many open files',
  ENOENT: 'No such file or directory',
  ENOSPC: 'No space left on device',
  ENOTDIR: 'Not a directory',
  ENOTEMPTY: 'Directory not empty',
  ENXIO: 'No such device or address',
  EPERM: 'Operation not permitted',
  EACCES: 'Permission denied',
};

/** The message of a system error, in the C library's words. */
export function errorText(error: unknown): string {
  const { code } = Object(error);
  return (typeof code === 'string' ? WORDS[code] : undefined) ?? messageOf(error);
}
