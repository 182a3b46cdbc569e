import { lstatSync, readFileSync, readdirSync, readlinkSync, statSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, realpath, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SandboxError, type FileTree, type Sandbox } from '@/lib/ports';
import { toSandboxError } from '../errors';
import { SandboxListeners } from '../listeners';
import { globFiles, searchTree, type SearchSource } from '../search';
import { readPart } from '../webcontainer/helper/perform';
import { packSnapshot, unpackSnapshot, type SnapshotEntry } from '@/lib/ports/snapshot';
import { nativeFs } from './native-fs';
import { spawnNative } from './native-process';

export type NativeSandbox = Sandbox & { dispose(): Promise<void> };

/** Runs once at the end of `bash -c`, as the port requires for `TOOLYARD_CWD_FILE`. */
const CWD_SCRIPT = `[ -n "$TOOLYARD_CWD_FILE" ] && trap "pwd > '$TOOLYARD_CWD_FILE'" EXIT\nunset BASH_ENV TOOLYARD_CWD_FILE\n`;

/** The port on a temporary folder with the machine's own bash and node. For tests only: it isolates nothing. */
export async function createNativeSandbox(): Promise<NativeSandbox> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-native-')));
  const workdir = join(root, 'home');
  const profile = join(root, 'cwd.sh');
  await mkdir(workdir);
  await writeFile(profile, CWD_SCRIPT);
  const listeners = new SandboxListeners();
  const running = new Set<() => void>();
  const counted = () => listeners.emit('processes', { count: running.size });

  // Bash with a socket as input and a low SHLVL assumes that it is a remote shell and ignores BASH_ENV.
  const sandbox: NativeSandbox = {
    kind: 'native',
    workdir,
    shell: 'bash',
    fs: nativeFs(),
    async spawn(command, args, options) {
      const env = {
        PATH: process.env.PATH ?? '',
        HOME: workdir,
        TMPDIR: root,
        SHLVL: '1',
        BASH_ENV: profile,
        ...options?.env,
      };
      const child = await spawnNative(command, args, { ...options, cwd: options?.cwd ?? workdir, env });
      const kill = () => child.kill('SIGKILL');
      running.add(kill);
      counted();
      void child.exit.then(() => {
        running.delete(kill);
        counted();
      });
      return child;
    },
    mount: (tree, options) => writeTree(tree, options?.mountPoint ?? workdir),
    export: async () => packSnapshot([...entriesBelow(workdir, '')]),
    async restore(snapshot) {
      const entries = unpackSnapshot(snapshot);
      for (const name of await readdir(workdir)) await rm(join(workdir, name), { recursive: true });
      for (const entry of entries) await writeEntry(workdir, entry);
    },
    on: (event, listener) => listeners.on(event, listener),
    // The machine's listening programs are unknown here.
    servers: [],
    request: async () => Promise.reject(new SandboxError('ENOTSUP', 'this machine is not asked')),
    search: async (query) => searchTree(source, query),
    glob: async (query) => globFiles(source, query),
    teardown: () => running.forEach((kill) => kill()),
    async dispose() {
      sandbox.teardown();
      await rm(root, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  return sandbox;
}

const source: SearchSource = {
  list: (path) =>
    guarded(path, () =>
      readdirSync(path, { withFileTypes: true }).map((entry) => ({
        name: entry.name,
        type: entry.isDirectory() ? 'directory' : entry.isSymbolicLink() ? 'symlink' : 'file',
      })),
    ),
  read: (path) => guarded(path, () => readFileSync(path)),
  readPart: (path, offset, length) => guarded(path, () => readPart(path, offset, length)),
  stat: (path) =>
    guarded(path, () => {
      const found = statSync(path);
      return { type: found.isDirectory() ? 'directory' : 'file', size: found.size, mtimeMs: found.mtimeMs };
    }),
};

function guarded<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw toSandboxError(error, path);
  }
}

async function writeTree(tree: FileTree, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [name, node] of Object.entries(tree)) {
    const path = join(folder, name);
    if ('file' in node) await writeFile(path, node.file.contents);
    else await writeTree(node.directory, path);
  }
}

function* entriesBelow(root: string, relative: string): Generator<SnapshotEntry> {
  for (const name of readdirSync(join(root, relative)).sort()) {
    const path = relative ? `${relative}/${name}` : name;
    const full = join(root, path);
    const found = lstatSync(full);
    const mode = found.mode & 0o777;
    if (found.isSymbolicLink()) yield { path, type: 'symlink', target: readlinkSync(full) };
    else if (found.isDirectory()) {
      yield { path, type: 'directory', mode };
      yield* entriesBelow(root, path);
    } else yield { path, type: 'file', mode, mtimeMs: found.mtimeMs, data: readFileSync(full) };
  }
}

async function writeEntry(root: string, entry: SnapshotEntry): Promise<void> {
  const path = join(root, entry.path);
  if (entry.type === 'directory') await mkdir(path, { mode: entry.mode });
  else if (entry.type === 'symlink') await symlink(entry.target, path);
  else {
    await writeFile(path, entry.data);
    await chmod(path, entry.mode);
    await utimes(path, entry.mtimeMs / 1000, entry.mtimeMs / 1000);
  }
}
