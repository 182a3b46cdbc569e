import { closeSync, openSync, readSync } from 'node:fs';

/** A part of a file by Node's file system; shorter only at the end. */
export function readPart(path: string, offset: number, length: number): Uint8Array {
  const file = openSync(path, 'r');
  try {
    const bytes = new Uint8Array(length);
    return bytes.subarray(0, readSync(file, bytes, 0, length, offset));
  } finally {
    closeSync(file);
  }
}
