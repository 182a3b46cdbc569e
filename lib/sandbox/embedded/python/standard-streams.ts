import type { FS } from 'pyodide/pyodide.asm.mjs';
import { TextWriter } from '../../bytes-text';
import type { Tty } from '../protocol/process';
import type { SysClient } from '../protocol/sys-client';

/** The major number of these devices; Emscripten's own use others. */
const MAJOR = 64;
/** The minor number of `/dev/zero`, after those of the streams. */
const ZERO = 3;

/** Connects Python's standard streams to the program's. `tty`: those that are the terminal. */
export function connectStreams(FS: FS, sys: SysClient, tty: Tty): { flush(): void } {
  const writers = [1, 2] as const;
  const [out, errors] = writers.map((fd) => new TextWriter((text) => sys.output(fd, text)));
  let unread: Uint8Array = new Uint8Array();
  const read = (length: number): Uint8Array => {
    if (unread.length === 0) unread = sys.inputPart();
    const now = unread.subarray(0, length);
    unread = unread.subarray(now.length);
    return now;
  };
  const devices = { stdin: undefined, stdout: out, stderr: errors };
  for (const [fd, [name, writer]] of Object.entries(devices).entries()) {
    const device = FS.makedev(MAJOR, fd);
    FS.registerDevice(device, {
      open(stream) {
        stream.seekable = false;
        // Any object marks it as a terminal.
        if (tty.some((one) => one === fd)) stream.tty = { ops: {} };
      },
      read(_stream, buffer, offset, length) {
        const bytes = read(length);
        new Uint8Array(buffer.buffer).set(bytes, buffer.byteOffset + offset);
        return bytes.length;
      },
      write(_stream, buffer, offset, length) {
        writer?.push(new Uint8Array(buffer.buffer, buffer.byteOffset + offset, length).slice());
        return length;
      },
    });
    const standard = FS.streams[fd];
    if (standard) FS.close(standard);
    FS.unlink(`/dev/${name}`);
    FS.mkdev(`/dev/${name}`, device);
    FS.open(`/dev/${name}`, writer ? 1 : 0);
  }
  const zero = FS.makedev(MAJOR, ZERO);
  FS.registerDevice(zero, {
    open() {},
    read(_stream, buffer, offset, length) {
      new Uint8Array(buffer.buffer).fill(0, buffer.byteOffset + offset, buffer.byteOffset + offset + length);
      return length;
    },
    write: (_stream, _buffer, _offset, length) => length,
  });
  FS.mkdev('/dev/zero', zero);
  return {
    flush() {
      out?.flush();
      errors?.flush();
    },
  };
}
