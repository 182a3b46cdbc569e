import { expect, it } from 'vitest';
import { layOut } from '../kernel/layout';
import { TreeFs } from './tree-fs';

function laidOut(): TreeFs {
  const fs = new TreeFs(1000);
  layOut(fs);
  return fs;
}

const codeOf = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return Object(error).code;
  }
};

it('keeps nothing of what is written to a device', () => {
  const fs = laidOut();
  const before = fs.usedBytes;
  fs.write('/dev/null', new Uint8Array(10_000));
  fs.write('/dev/null', new Uint8Array(10_000), { append: true });
  fs.writeOpen('/dev/zero', new Uint8Array(10), fs.stat('/dev/zero').ino, { at: 5 });
  expect(fs.usedBytes).toBe(before);
  expect(fs.stat('/dev/null')).toMatchObject({ type: 'device', size: 0, mode: 0o666 });
  expect(codeOf(() => fs.write('/dev/full', new Uint8Array(1)))).toBe('ENOSPC');
});

it('gives what one read of a device gives', () => {
  const fs = laidOut();
  const part = (path: string, length: number) => fs.readPart(path, 70, length, fs.stat(path).ino);
  expect(part('/dev/null', 5)).toHaveLength(0);
  expect(part('/dev/zero', 5)).toEqual(new Uint8Array(5));
  expect(new Set(part('/dev/urandom', 100_000)).size).toBe(256);
  expect(codeOf(() => fs.readNoted('/dev/zero'))).toBe('EFBIG');
  expect(fs.readNoted('/dev/null')).toHaveLength(0);
});

it('neither moves, removes nor changes a device', () => {
  const fs = laidOut();
  fs.write('/tmp/a', new Uint8Array(1));
  expect(codeOf(() => fs.remove('/dev/null'))).toBe('EACCES');
  expect(codeOf(() => fs.rename('/tmp/a', '/dev/null'))).toBe('EACCES');
  expect(codeOf(() => fs.rename('/dev/null', '/tmp/b'))).toBe('EACCES');
  expect(codeOf(() => fs.chmod('/dev/null', 0o600))).toBe('EPERM');
  expect(fs.stat('/dev/null').type).toBe('device');
});
