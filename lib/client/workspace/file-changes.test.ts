import { createNativeSandbox, type NativeSandbox } from '@/lib/sandbox/contract/native-sandbox';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { rememberFiles } from './file-changes';

let sandbox: NativeSandbox;
const blobs = { put: async (text: string) => text, get: async () => undefined };
const write = (path: string, text: string) => sandbox.fs.writeFile(`${sandbox.workdir}/${path}`, text);
const read = (path: string) => sandbox.fs.readFile(`${sandbox.workdir}/${path}`, 'utf8').catch(() => undefined);

beforeEach(async () => {
  sandbox = await createNativeSandbox();
  await write('kept.md', 'kept\n');
  await write('gone.md', 'gone\n');
  await write('same.md', 'same\n');
});
afterEach(() => sandbox.dispose());

const change = async () => {
  const changes = await rememberFiles(sandbox, blobs);
  await write('kept.md', 'changed\n');
  await sandbox.fs.rm(`${sandbox.workdir}/gone.md`);
  await sandbox.fs.mkdir(`${sandbox.workdir}/new/deep`, { recursive: true });
  await write('new/deep/a.md', 'new\n');
  await write('same.md', 'same\n');
  return changes();
};

it('says what was made, changed and taken away, and puts all of it back', async () => {
  const { diffs, undo } = await change();
  expect(
    diffs.map(({ path, change: kind }) => [path, kind]).toSorted(([a = ''], [b = '']) => a.localeCompare(b)),
  ).toEqual([
    ['gone.md', 'delete'],
    ['kept.md', 'modify'],
    ['new/deep/a.md', 'create'],
  ]);
  expect(await undo()).toEqual([]);
  expect([await read('kept.md'), await read('gone.md'), await read('new/deep/a.md')]).toEqual([
    'kept\n',
    'gone\n',
    undefined,
  ]);
  expect((await sandbox.fs.readdir(sandbox.workdir)).map(({ name }) => name)).not.toContain('new');
});

it('leaves alone what somebody changed since, and says so', async () => {
  const { undo } = await change();
  await write('kept.md', 'mine\n');
  await write('new/mine.md', 'mine\n');
  expect(await undo()).toEqual(['kept.md']);
  expect([await read('kept.md'), await read('new/mine.md')]).toEqual(['mine\n', 'mine\n']);
  expect(await read('gone.md')).toBe('gone\n');
});
