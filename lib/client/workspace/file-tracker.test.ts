import { createNativeSandbox, type NativeSandbox } from '@/lib/sandbox/contract/native-sandbox';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createFileTracker, type FileTracker } from './file-tracker';

let sandbox: NativeSandbox;
let tracker: FileTracker;
const blobs = { put: async (text: string) => text, get: async () => undefined };
const write = async (path: string, text: string): Promise<void> => {
  await sandbox.fs.mkdir(`${sandbox.workdir}/${path}`.replace(/\/[^/]*$/, ''), { recursive: true });
  await sandbox.fs.writeFile(`${sandbox.workdir}/${path}`, text);
};
const changed = async () =>
  (await tracker.changes())
    .map(({ path, change, beforeHash, afterHash }) => [path, change, beforeHash, afterHash])
    .toSorted(([a = ''], [b = '']) => a.localeCompare(b));

beforeEach(async () => {
  sandbox = await createNativeSandbox();
  tracker = createFileTracker(sandbox, blobs);
  await write('kept.md', 'kept');
  await write('gone.md', 'gone');
  tracker.begin();
});
afterEach(() => sandbox.dispose());

it('says each change once, and not what changed before it began', async () => {
  expect(await changed()).toEqual([]);
  await write('kept.md', 'other');
  await write('deep/new.md', 'new');
  await sandbox.fs.rm(`${sandbox.workdir}/gone.md`);
  expect(await changed()).toEqual([
    ['deep/new.md', 'create', undefined, 'new'],
    ['gone.md', 'delete', 'gone', undefined],
    ['kept.md', 'modify', 'kept', 'other'],
  ]);
  expect(await changed()).toEqual([]);
  await write('kept.md', 'replaced');
  tracker.begin();
  expect(await changed()).toEqual([]);
});

it('says of a file that was moved as it was where it came from, and of another that it is new', async () => {
  await write('a/same.md', 'same');
  await write('b/same.md', 'same');
  await write('empty.md', '');
  await tracker.changes();
  for (const path of ['a/same.md', 'b/same.md', 'gone.md', 'empty.md', 'kept.md'])
    await sandbox.fs.rm(`${sandbox.workdir}/${path}`);
  await write('c/other.md', 'same');
  await write('c/same.md', 'same');
  await write('c/gone.md', 'gone');
  await write('c/empty.md', '');
  await write('c/kept.md', 'kept and changed');
  const all = (await tracker.changes()).map(({ path, from, change }) => [path, change, from]);
  expect(all.toSorted(([a = ''], [b = '']) => a.localeCompare(b))).toEqual([
    ['c/empty.md', 'create', undefined],
    ['c/gone.md', 'move', 'gone.md'],
    ['c/kept.md', 'create', undefined],
    ['c/other.md', 'move', 'a/same.md'],
    ['c/same.md', 'move', 'b/same.md'],
    ['empty.md', 'delete', undefined],
    ['kept.md', 'delete', undefined],
  ]);
});

it('knows whether anything happened since it last looked', async () => {
  await tracker.changes();
  await write('kept.md', 'other');
  await expect.poll(() => tracker.stirred).toBe(true);
});

it('leaves out installed packages and what a repository keeps for itself', async () => {
  for (const path of ['.git/HEAD', 'node_modules/a.js', 'sub/.git/HEAD', '.worktrees/a/b.md', '.gitignore'])
    await write(path, 'x');
  expect(await changed()).toEqual([['.gitignore', 'create', undefined, 'x']]);
});

it('keeps no text of a large file, and knows when it changes', async () => {
  const large = 'x'.repeat(1_000_001);
  await write('large.bin', large);
  const [made] = await tracker.changes();
  expect(made).toMatchObject({ path: 'large.bin', change: 'create', patch: '' });
  expect(made?.afterHash).toMatch(/^[0-9a-f]{64}$/);
  await write('large.bin', large);
  expect(await changed()).toEqual([]);
  await write('large.bin', `${large}y`);
  expect(await tracker.changes()).toMatchObject([{ change: 'modify', patch: '', beforeHash: made?.afterHash }]);
  await write('large.bin', 'small');
  expect(await tracker.changes()).toMatchObject([{ change: 'modify', patch: '' }]);
});

it('has no changes of a sandbox that is gone', async () => {
  await sandbox.dispose();
  expect(await changed()).toEqual([]);
});
