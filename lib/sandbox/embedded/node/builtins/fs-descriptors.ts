import { Buffer } from 'buffer';
import { SysError } from '../../protocol/sys-client';
import type { Guest } from '../guest';
import type { fsSync } from './fs-sync';

interface Open {
  readonly name: string;
  readonly append: boolean;
  at: number;
}

const FIRST = 3;

/** `openSync` and what is done with what it gives: a file, and how far it was read or written. */
export function fsDescriptors(guest: Guest, files: ReturnType<typeof fsSync>) {
  const open = new Map<number, Open>();
  const need = (fd: number, syscall: string): Open => {
    const found = open.get(fd);
    if (!found) throw new SysError(`EBADF: bad file descriptor, ${syscall}`, 'EBADF', syscall);
    return found;
  };
  return {
    openSync(name: unknown, flags: unknown = 'r'): number {
      const how = String(flags);
      const exists = files.existsSync(name);
      // Reading says by itself what is not there, and creating what is.
      if (how.startsWith('r')) files.statSync(name);
      else if (how.includes('x') || !exists || how.startsWith('w')) {
        files.writeFileSync(name, '', { flag: how.includes('x') ? 'wx' : how.startsWith('a') ? 'a' : 'w' });
      }
      let fd = FIRST;
      while (open.has(fd)) fd += 1;
      open.set(fd, { name: guest.path(name), append: how.startsWith('a'), at: 0 });
      return fd;
    },
    closeSync(fd: number): void {
      need(fd, 'close');
      open.delete(fd);
    },
    fstatSync: (fd: number) => files.statSync(need(fd, 'fstat').name),
    /** Gives how many bytes were read; 0 at the end. A `position` leaves the file's own where it is. */
    readSync(fd: number, into: Uint8Array, ...rest: readonly unknown[]): number {
      const file = need(fd, 'read');
      const { offset, length, position } = placeOf(into.byteLength, rest);
      const part = guest.sys.readPart(file.name, position ?? file.at, length);
      into.set(part, offset);
      if (position === undefined) file.at += part.byteLength;
      return part.byteLength;
    },
    /** Gives how many bytes were written. */
    writeSync(fd: number, data: unknown, ...rest: readonly unknown[]): number {
      const bytes = data instanceof Uint8Array ? data : Buffer.from(String(data));
      if (fd === 1 || fd === 2) {
        guest.sys.output(fd, new TextDecoder().decode(bytes));
        return bytes.byteLength;
      }
      const file = need(fd, 'write');
      const textAt = data instanceof Uint8Array ? undefined : numberOf(rest[0]);
      const { offset, length, position = textAt } = placeOf(bytes.byteLength, data instanceof Uint8Array ? rest : []);
      const part = bytes.subarray(offset, offset + length);
      if (file.append) guest.sys.write(file.name, Uint8Array.from(part), { append: true });
      else {
        const at = position ?? file.at;
        const before = guest.sys.read(file.name);
        const after = new Uint8Array(Math.max(before.byteLength, at + length));
        after.set(before);
        after.set(part, at);
        guest.sys.write(file.name, after);
        if (position === undefined) file.at += length;
      }
      return length;
    },
  };
}

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

/** Offset, length and position, in turn or in one object. */
function placeOf(size: number, rest: readonly unknown[]) {
  const [first] = rest;
  const named = typeof first === 'object' && first !== null;
  const pick = (name: string, at: number) => numberOf(named ? Reflect.get(first, name) : rest[at]);
  const offset = pick('offset', 0) ?? 0;
  return { offset, length: Math.min(pick('length', 1) ?? size - offset, size - offset), position: pick('position', 2) };
}
