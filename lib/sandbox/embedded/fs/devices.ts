import { FsError } from './fs-error';

/** The devices there are, by their names in `/dev`. */
export const DEVICES = ['full', 'null', 'random', 'tty', 'urandom', 'zero'] as const;
export type Device = (typeof DEVICES)[number];

/** Most bytes of one read of an endless device. */
const PART = 1024 * 1024;

/** What one read of a device gives: `length` bytes at most, none at the end. */
export function readDevice(device: Device, length: number, path: string): Uint8Array {
  const size = Math.min(length, PART);
  switch (device) {
    case 'null':
      return new Uint8Array();
    case 'tty':
      throw new FsError('ENXIO', 'open', path);
    case 'full':
    case 'zero':
      return new Uint8Array(size);
    case 'random':
    case 'urandom':
      return randomBytes(size);
  }
}

/** Reads a device to its end; throws EFBIG for one that has none. */
export function readWholeDevice(device: Device, path: string): Uint8Array {
  if (device !== 'null' && device !== 'tty') throw new FsError('EFBIG', 'read', path);
  return readDevice(device, 0, path);
}

/** Takes what is written to a device. */
export function writeDevice(device: Device, bytes: Uint8Array, path: string): void {
  if (device === 'tty') throw new FsError('ENXIO', 'open', path);
  if (device === 'full' && bytes.length > 0) throw new FsError('ENOSPC', 'write', path);
}

/** The most that `getRandomValues` fills at once. */
const MOST_RANDOM = 65_536;

function randomBytes(size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  for (let at = 0; at < size; at += MOST_RANDOM) crypto.getRandomValues(bytes.subarray(at, at + MOST_RANDOM));
  return bytes;
}
