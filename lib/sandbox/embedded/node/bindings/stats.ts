import type { Stat } from '../../protocol/sys-client';
import { TYPE_BITS } from '../../../type-bits';

const SOCKET = 0o140000;
const SOCKET_MODE = SOCKET | 0o777;
export const UV_TYPES = { file: 1, directory: 2, symlink: 3 } as const;
const BLOCK = 4096;
/** Used for pipes and terminals. */
export const FIFO_MODE = 0o010600;

/** A file's stat as C++ returns it: numbers, with times as seconds and nanoseconds. */
export function statNumbers(stat: Stat, big: boolean): Float64Array | BigInt64Array {
  const blocks = Math.ceil(stat.size / BLOCK) * (BLOCK / 512);
  const size = stat.type === 'directory' ? BLOCK : stat.size;
  const numbers = [
    1,
    (stat.socket ? SOCKET : TYPE_BITS[stat.type]) | (stat.mode & 0o7777),
    stat.links,
    1000,
    1000,
    0,
    BLOCK,
    stat.ino,
    size,
    stat.type === 'directory' ? 8 : blocks,
    ...timeNumbers(stat.atimeMs),
    ...timeNumbers(stat.mtimeMs),
    ...timeNumbers(stat.ctimeMs),
    ...timeNumbers(stat.birthtimeMs),
  ];
  return big ? BigInt64Array.from(numbers, (one) => BigInt(Math.round(one))) : Float64Array.from(numbers);
}

/** How many numbers a stat has. */
export const FIELDS = 18;

/** The stat of a file that does not exist. */
export const noNumbers = (big: boolean): Float64Array | BigInt64Array =>
  big ? new BigInt64Array(FIELDS) : new Float64Array(FIELDS);

/** A time in milliseconds as seconds and nanoseconds. Times are kept to the microsecond. */
function timeNumbers(ms: number): [number, number] {
  const seconds = Math.floor(ms / 1000);
  return [seconds, Math.round((ms - seconds * 1000) * 1000) * 1000];
}

/** The stat of a standard stream that leads to no file. */
export const streamNumbers = (isSocket: boolean, big: boolean): Float64Array | BigInt64Array => {
  const numbers = [1, isSocket ? SOCKET_MODE : FIFO_MODE, 1, 1000, 1000, 0, BLOCK, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
  return big ? BigInt64Array.from(numbers, BigInt) : Float64Array.from(numbers);
};
