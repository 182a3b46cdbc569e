/** The bits of a file's mode that tell its type, as in `st_mode` of POSIX. */
export const TYPE_BITS = {
  file: 0o100000,
  directory: 0o040000,
  symlink: 0o120000,
  fifo: 0o010000,
  device: 0o020000,
} as const;
