import { expect, it } from 'vitest';
import { packFile } from './pack-store';
import { readPack } from './read-pack';
import { TEMPLATES } from './templates';

const pack = (files: Readonly<Record<string, string>>) => ({
  toolyardPack: 1 as const,
  name: 'mine',
  files: { ...files },
});

it('a pack comes back from its file as it was', () => {
  for (const { files } of TEMPLATES) expect(readPack(packFile(pack(files)))).toEqual({ ok: true, pack: pack(files) });
});

it.each([
  ['of 10 MB', packFile(pack({ 'a.md': 'x'.repeat(10_000_000) })), 'It has 10,000,'],
  ['with more than a pack has', packFile(pack({ 'a.md': 'x'.repeat(600_000) })), 'at most 500000 characters'],
  [
    'with too many files',
    packFile(pack(Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`f${at}.ts`, ''])))),
    'at most 50 files',
  ],
  ['that is cut off', packFile(pack({ 'main.ts': 'const a = 1;' })).slice(0, -20), 'Part of it may be missing'],
  ['that is empty', '', 'no JSON'],
  ['that is a list', '[]', 'no JSON of a pack'],
  ['of something else', '{"name": "mine"}', 'no pack of Toolyard'],
  ['of a later version', JSON.stringify({ ...pack({}), toolyardPack: 2 }), 'a later version of Toolyard'],
  ['of a version that is none', JSON.stringify({ ...pack({}), toolyardPack: 'x' }), 'It has been changed'],
  ['whose files lead elsewhere', JSON.stringify(pack({ '../a.ts': '' })), '../a.ts'],
  ['whose name is a path', JSON.stringify({ ...pack({}), name: '../../etc' }), 'small letters'],
  ['whose file is no text', JSON.stringify({ ...pack({}), files: { 'main.ts': 3 } }), 'main.ts'],
])('a file %s says what it is', (_, text, reason) => {
  expect(readPack(text)).toMatchObject({ ok: false, reason: expect.stringContaining(reason) });
});
