import type { FileChange } from '@/lib/ports';
import { equal, eventually, failsWith } from './expect';
import type { ContractCase } from './contract-case';
import { finished } from './text';

export const fsCases: readonly ContractCase[] = [
  {
    name: 'writes and reads text and bytes',
    async run({ fs }, folder) {
      await fs.writeFile(`${folder}/a.txt`, 'grüße\n');
      equal(await fs.readFile(`${folder}/a.txt`, 'utf8'), 'grüße\n');
      await fs.writeFile(`${folder}/b.bin`, new Uint8Array([0, 255, 10]));
      equal([...(await fs.readFile(`${folder}/b.bin`))], [0, 255, 10]);
      equal((await fs.stat(`${folder}/b.bin`)).size, 3);
    },
  },
  {
    name: 'overwrites a file whole',
    async run({ fs }, folder) {
      await fs.writeFile(`${folder}/a`, 'a long text');
      await fs.writeFile(`${folder}/a`, 'short');
      equal(await fs.readFile(`${folder}/a`, 'utf8'), 'short');
    },
  },
  {
    name: 'says ENOENT for what is missing',
    async run({ fs }, folder) {
      await failsWith('ENOENT', fs.readFile(`${folder}/none`));
      await failsWith('ENOENT', fs.stat(`${folder}/none`));
      await failsWith('ENOENT', fs.readdir(`${folder}/none`));
      await failsWith('ENOENT', fs.writeFile(`${folder}/none/a`, ''));
      await failsWith('ENOENT', fs.mkdir(`${folder}/none/a`));
      await failsWith('ENOENT', fs.rm(`${folder}/none`));
      await failsWith('ENOENT', fs.rename(`${folder}/none`, `${folder}/a`));
      await failsWith('ENOENT', fs.realpath(`${folder}/none`));
    },
  },
  {
    name: 'says EISDIR and ENOTDIR for the wrong kind',
    async run({ fs }, folder) {
      await fs.writeFile(`${folder}/file`, '');
      await failsWith('EISDIR', fs.readFile(folder));
      await failsWith('EISDIR', fs.writeFile(folder, ''));
      await failsWith('ENOTDIR', fs.readdir(`${folder}/file`));
      await failsWith('ENOTDIR', fs.readFile(`${folder}/file/below`));
      await failsWith('ENOTDIR', fs.writeFile(`${folder}/file/below`, ''));
    },
  },
  {
    name: 'makes folders, one or a whole path',
    async run({ fs }, folder) {
      await fs.mkdir(`${folder}/a`);
      await failsWith('EEXIST', fs.mkdir(`${folder}/a`));
      await fs.mkdir(`${folder}/a/b/c`, { recursive: true });
      await fs.mkdir(`${folder}/a/b/c`, { recursive: true });
      equal((await fs.stat(`${folder}/a/b/c`)).type, 'directory');
      await fs.writeFile(`${folder}/file`, '');
      await failsWith('EEXIST', fs.mkdir(`${folder}/file`, { recursive: true }));
    },
  },
  {
    name: 'lists entries by name with their types',
    async run(sandbox, folder) {
      await sandbox.fs.writeFile(`${folder}/b`, '');
      await sandbox.fs.mkdir(`${folder}/a`);
      await finished(await sandbox.spawn('bash', ['-c', 'ln -s b c'], { cwd: folder }));
      equal(await sandbox.fs.readdir(folder), [
        { name: 'a', type: 'directory' },
        { name: 'b', type: 'file' },
        { name: 'c', type: 'symlink' },
      ]);
    },
  },
  {
    name: 'removes files and folders',
    async run({ fs }, folder) {
      await fs.mkdir(`${folder}/a/b`, { recursive: true });
      await fs.writeFile(`${folder}/a/b/c`, '');
      await failsWith('ENOTEMPTY', fs.rm(`${folder}/a`));
      await fs.rm(`${folder}/a`, { recursive: true });
      await failsWith('ENOENT', fs.stat(`${folder}/a`));
      await fs.rm(`${folder}/a`, { force: true });
      await fs.mkdir(`${folder}/empty`);
      await fs.rm(`${folder}/empty`);
      equal(await fs.readdir(folder), []);
    },
  },
  {
    name: 'renames over a file and moves folders',
    async run({ fs }, folder) {
      await fs.writeFile(`${folder}/a`, 'A');
      await fs.writeFile(`${folder}/b`, 'B');
      await fs.rename(`${folder}/a`, `${folder}/b`);
      equal(await fs.readFile(`${folder}/b`, 'utf8'), 'A');
      await fs.mkdir(`${folder}/d`);
      await fs.writeFile(`${folder}/d/x`, 'X');
      await fs.rename(`${folder}/d`, `${folder}/e`);
      equal(await fs.readFile(`${folder}/e/x`, 'utf8'), 'X');
      await failsWith('EINVAL', fs.rename(`${folder}/e`, `${folder}/e/inside`));
      await failsWith('EISDIR', fs.rename(`${folder}/b`, `${folder}/e`));
    },
  },
  {
    name: 'follows links and stops at a loop',
    async run(sandbox, folder) {
      const { fs } = sandbox;
      await fs.mkdir(`${folder}/real`);
      await fs.writeFile(`${folder}/real/file`, 'here');
      await finished(
        await sandbox.spawn('bash', ['-c', 'ln -s real link; ln -s loop2 loop1; ln -s loop1 loop2'], { cwd: folder }),
      );
      equal(await fs.readFile(`${folder}/link/file`, 'utf8'), 'here');
      equal(await fs.realpath(`${folder}/link/file`), `${folder}/real/file`);
      equal((await fs.stat(`${folder}/link`)).type, 'directory');
      await failsWith('ELOOP', fs.readFile(`${folder}/loop1`));
      await fs.rm(`${folder}/link`);
      equal(await fs.readFile(`${folder}/real/file`, 'utf8'), 'here');
    },
  },
  {
    name: 'a later write has a later mtime',
    async run({ fs }, folder) {
      await fs.writeFile(`${folder}/a`, '1');
      const before = (await fs.stat(`${folder}/a`)).mtimeMs;
      await eventually(async () => {
        await fs.writeFile(`${folder}/a`, '2');
        return (await fs.stat(`${folder}/a`)).mtimeMs > before;
      }, 'mtime grows');
    },
  },
  {
    name: 'watches below a folder until unsubscribed',
    async run(sandbox, folder) {
      const seen: FileChange[] = [];
      await sandbox.fs.mkdir(`${folder}/sub`);
      const stop = sandbox.fs.watch(folder, (change) => seen.push(change));
      await eventually(async () => {
        await sandbox.fs.writeFile(`${folder}/sub/a`, String(seen.length));
        return seen.some(({ path }) => path === `${folder}/sub/a`);
      }, 'change by the page seen');
      await finished(await sandbox.spawn('bash', ['-c', 'echo x > b'], { cwd: folder }));
      await eventually(() => seen.some(({ path }) => path === `${folder}/b`), 'change by a program seen');
      stop();
      const count = seen.length;
      await sandbox.fs.writeFile(`${folder}/after`, '');
      await sandbox.fs.readFile(`${folder}/after`);
      equal(seen.slice(count), [], 'changes after unsubscribing');
    },
  },
  {
    name: 'mounts a tree',
    async run(sandbox, folder) {
      await sandbox.mount(
        {
          'a.txt': { file: { contents: 'A' } },
          dir: { directory: { 'b.bin': { file: { contents: new Uint8Array([1, 2]) } } } },
        },
        { mountPoint: `${folder}/mounted` },
      );
      equal(await sandbox.fs.readFile(`${folder}/mounted/a.txt`, 'utf8'), 'A');
      equal([...(await sandbox.fs.readFile(`${folder}/mounted/dir/b.bin`))], [1, 2]);
    },
  },
  {
    name: 'exports the workdir and restores it',
    async run(sandbox, folder) {
      const { fs } = sandbox;
      await fs.writeFile(`${folder}/keep`, 'kept');
      await finished(await sandbox.spawn('bash', ['-c', 'ln -s keep link; mkdir empty'], { cwd: folder }));
      const inNode = async (code: string) =>
        (await finished(await sandbox.spawn('node', ['-e', code], { cwd: folder }))).text;
      await inNode("const { chmodSync } = require('fs'); chmodSync('keep', 0o750); chmodSync('empty', 0o700)");
      const snapshot = await sandbox.export();
      await fs.writeFile(`${folder}/keep`, 'changed');
      await fs.writeFile(`${folder}/extra`, '');
      await sandbox.restore(snapshot);
      equal(await fs.readFile(`${folder}/link`, 'utf8'), 'kept');
      const modes = await inNode(
        "for (const name of ['keep', 'empty']) console.log(require('fs').statSync(name).mode & 0o777)",
      );
      equal(modes.trim().split(/\s+/).map(Number), [0o750, 0o700]);
      equal(
        (await fs.readdir(folder)).map(({ name }) => name),
        ['empty', 'keep', 'link'],
      );
      await failsWith('EINVAL', sandbox.restore(snapshot.slice(0, -1)));
      equal(await fs.readFile(`${folder}/keep`, 'utf8'), 'kept', 'after a bad snapshot');
    },
  },
];
