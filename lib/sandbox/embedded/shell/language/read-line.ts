import { concat, decode as decodeAll } from '../../../bytes-text';
import { ShellError } from '../control';
import type { Shell } from './shell';

/** A variable cannot hold the character 0. */
const decode = (bytes: Uint8Array): string => decodeAll(bytes).replaceAll('\0', '');

export interface ReadOptions {
  /** The character that ends the line; default newline. */
  delimiter?: string;
  /** Maximum number of characters. */
  most?: number;
  /** Whether to read `most` characters regardless of the delimiter. */
  exact?: boolean;
  /** Milliseconds to wait. */
  timeout?: number;
}

/** Reads up to the delimiter and leaves the rest unread; undefined at the end. `ended`: it found the delimiter or `most`. */
export async function readLine(
  shell: Shell,
  fd: number,
  { delimiter = '\n', most, exact = false, timeout }: ReadOptions = {},
): Promise<{ text: string; ended: boolean; late?: boolean } | undefined> {
  const file = shell.fds.get(fd);
  if (!file?.source) throw new ShellError(`read error: ${fd}: Bad file descriptor`);
  const stop = delimiter === '' ? 0 : delimiter.charCodeAt(0);
  const parts: Uint8Array[] = [];
  for (;;) {
    const next = file.read(shell.task);
    const bytes = next instanceof Promise ? await within(shell, next, timeout) : next;
    if (bytes === 'late') {
      // What arrives later is for whoever reads next.
      void Promise.resolve(next).then(
        (more) => more && file.putBack(more),
        () => undefined,
      );
      return { text: decode(concat(parts)), ended: false, late: true };
    }
    if (!bytes) {
      const text = decode(concat(parts));
      return text === '' ? undefined : { text, ended: false };
    }
    const at = exact ? -1 : bytes.indexOf(stop);
    parts.push(at < 0 ? bytes : bytes.subarray(0, at));
    if (most !== undefined) {
      const chars = Array.from(decode(concat(parts)));
      if (chars.length >= most) {
        const text = chars.slice(0, most).join('');
        const used = new TextEncoder().encode(text).length - concat(parts.slice(0, -1)).length;
        file.putBack(bytes.subarray(used));
        return { text, ended: true };
      }
    }
    if (at >= 0) {
      file.putBack(bytes.subarray(at + 1));
      return { text: decode(concat(parts)), ended: true };
    }
  }
}

async function within<T>(shell: Shell, read: Promise<T>, timeout: number | undefined): Promise<T | 'late'> {
  if (timeout === undefined) return shell.task.wait(read);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<'late'>((resolve) => (timer = setTimeout(() => resolve('late'), timeout)));
  try {
    return await shell.task.wait(Promise.race([read, late]));
  } finally {
    clearTimeout(timer);
  }
}
