import { decode, encode } from '../../../../bytes-text';
import { CommandFailure } from '../context';

/** The owner of a file. `name` is empty if only the id is stored. */
export interface Owner {
  name: string;
  id: number;
}

export interface ArchiveEntry {
  name: string;
  type: 'file' | 'directory' | 'symlink' | 'hardlink' | 'fifo' | 'device';
  mode: number;
  mtimeMs: number;
  target: string;
  owner: Owner;
  group: Owner;
  bytes: Uint8Array;
}

const BLOCK = 512;
const TYPES: Readonly<Record<ArchiveEntry['type'], string>> = {
  file: '0',
  hardlink: '1',
  symlink: '2',
  directory: '5',
  fifo: '6',
  device: '3',
};

/** An entry in tar's format; as in GNU tar, a name too long for the header goes in an entry before it. */
export function packEntry(entry: ArchiveEntry): Uint8Array[] {
  const parts: Uint8Array[] = [];
  for (const [text, type] of [
    [entry.target, 'K'],
    [entry.name, 'L'],
  ] as const) {
    const bytes = encode(text);
    if (bytes.length > 100)
      parts.push(
        header({ ...entry, name: '././@LongLink', mode: 0, mtimeMs: 0, target: '' }, type, bytes.length + 1),
        padded(encode(`${text}\0`)),
      );
  }
  return [...parts, header(entry, TYPES[entry.type], entry.bytes.length), padded(entry.bytes)];
}

export const END_OF_ARCHIVE = new Uint8Array(BLOCK * 2);

function padded(bytes: Uint8Array): Uint8Array {
  const whole = new Uint8Array(Math.ceil(bytes.length / BLOCK) * BLOCK);
  whole.set(bytes);
  return whole;
}

function header({ name, mode, mtimeMs, target, owner, group }: ArchiveEntry, type: string, size: number): Uint8Array {
  const block = new Uint8Array(BLOCK);
  const put = (text: string, at: number, length: number) => block.set(encode(text).subarray(0, length), at);
  const octal = (value: number, at: number, length: number) =>
    put(`${value.toString(8).padStart(length - 1, '0')}\0`, at, length);
  put(name, 0, 100);
  octal(mode & 0o7777, 100, 8);
  octal(owner.id, 108, 8);
  octal(group.id, 116, 8);
  octal(size, 124, 12);
  octal(Math.floor(mtimeMs / 1000), 136, 12);
  put(' '.repeat(8), 148, 8);
  put(type, 156, 1);
  put(target, 157, 100);
  put('ustar  \0', 257, 8);
  put(owner.name, 265, 32);
  put(group.name, 297, 32);
  put(
    `${block
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, '0')}\0 `,
    148,
    8,
  );
  return block;
}

const noArchive = (): CommandFailure =>
  new CommandFailure(
    'This does not look like a tar archive\ntar: Exiting with failure status due to previous errors',
    2,
  );

/** The entries of an archive. Throws `Failure` if the bytes are not an archive. */
export function* unpackEntries(archive: Uint8Array): Generator<ArchiveEntry> {
  let [name, target] = ['', ''];
  if (archive.length < BLOCK) throw noArchive();
  for (let at = 0; at + BLOCK <= archive.length;) {
    const block = archive.subarray(at, at + BLOCK);
    if (block.every((byte) => byte === 0)) return;
    const sum = block.reduce((total, byte, index) => total + (index >= 148 && index < 156 ? 32 : byte), 0);
    const text = (from: number, length: number) => decode(block.subarray(from, from + length)).replace(/\0[^]*$/, '');
    if (sum !== Number.parseInt(text(148, 8).trim(), 8)) throw noArchive();
    const size = Number.parseInt(text(124, 12).trim() || '0', 8);
    if (at + BLOCK + size > archive.length)
      throw new CommandFailure('Unexpected EOF in archive\ntar: Error is not recoverable: exiting now', 2);
    const bytes = archive.subarray(at + BLOCK, at + BLOCK + size);
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
    const type = text(156, 1) || '0';
    if (type === 'L') name = decode(bytes).replace(/\0+$/, '');
    else if (type === 'K') target = decode(bytes).replace(/\0+$/, '');
    else if (type === 'x') {
      const records = decode(bytes);
      name = /\d+ path=([^\n]*)/.exec(records)?.[1] ?? name;
      target = /\d+ linkpath=([^\n]*)/.exec(records)?.[1] ?? target;
    } else if (type !== 'g') {
      const prefix = text(257, 6) === 'ustar' ? text(345, 155) : '';
      const kind = (Object.keys(TYPES) as ArchiveEntry['type'][]).find((key) => TYPES[key] === type) ?? 'file';
      const full = name || (prefix ? `${prefix}/` : '') + text(0, 100);
      yield {
        name: full,
        type: full.endsWith('/') ? 'directory' : kind,
        mode: Number.parseInt(text(100, 8).trim() || '644', 8),
        mtimeMs: Number.parseInt(text(136, 12).trim() || '0', 8) * 1000,
        target: target || text(157, 100),
        owner: { name: text(265, 32), id: Number.parseInt(text(108, 8).trim() || '0', 8) },
        group: { name: text(297, 32), id: Number.parseInt(text(116, 8).trim() || '0', 8) },
        bytes,
      };
      [name, target] = ['', ''];
    }
  }
}
