import { SandboxError, type Sandbox } from '@/lib/ports';
import { parseJson } from '@/lib/protocol/text';
import { Comlink } from '../../../node_modules/@webcontainer/api/dist/vendor/index.js';
import { runtimeProcess } from './runtime-process';
import { readTree, RuntimeFolderSchema, writeTree } from './runtime-tree';

const FILE = 1;
const DIRECTORY = 2;
const LINK = 3;

interface RunRequest {
  command: string;
  args: string[];
  cwd?: string;
  env?: Record<string, string>;
  terminal?: { cols: number; rows: number };
}

/**
 * A DOUBLE of StackBlitz's runtime: what `@webcontainer/api` 1.6.4 expects behind its frame, backed by one of our sandboxes.
 * Its shell is a full bash, unlike the real runtime's `jsh`.
 */
export const runtimeDouble = (sandbox: Sandbox) => ({
  async build() {
    return Comlink.proxy(instance(sandbox));
  },
});

/** Where the double says that a port is served: nothing answers there unless a test does. */
const servedAt = (port: number): string => `https://double--${port}.local.webcontainer-api.io`;

function instance(sandbox: Sandbox) {
  const { workdir } = sandbox;
  return {
    fs: () => Comlink.proxy(runtimeFs(sandbox)),
    previewScript: () => Comlink.proxy({}),
    runtimeInfo: () => ({ path: '/bin:/usr/bin:/usr/local/bin', cwd: workdir }),
    setCredentials() {},
    setPreviewScript() {},
    teardown: () => sandbox.teardown(),
    run: (request: RunRequest, ...[, , output]: (((data: Uint8Array | null) => Promise<unknown>) | undefined)[]) =>
      plain(async () => {
        const { command, args, cwd, env, terminal } = request;
        const child = await sandbox.spawn(command === 'jsh' ? sandbox.shell : command, args, {
          cwd: absolute(workdir, cwd ?? ''),
          ...(env ? { env } : {}),
          ...(terminal ? { terminal } : {}),
        });
        return Comlink.proxy(runtimeProcess(child, terminal !== undefined, output));
      }),
    async on(event: string, listener: (...values: unknown[]) => void) {
      if (event === 'error') return Comlink.proxy(sandbox.on('error', listener));
      if (event === 'server-ready')
        return Comlink.proxy(sandbox.on(event, ({ port }) => listener(port, servedAt(port))));
      if (event === 'preview-message') {
        // There are no pages where the double runs in Node.
        globalThis.addEventListener?.('message', ({ data }: MessageEvent<unknown>) => listener(data));
        return Comlink.proxy(() => {});
      }
      if (event !== 'port') return Comlink.proxy(() => {});
      return Comlink.proxy(sandbox.on(event, ({ port, type }) => listener(port, type, servedAt(port))));
    },
    loadFiles: (payload: Uint8Array, { mountPoints = '/' }: { mountPoints?: string } = {}) =>
      plain(async () => {
        const tree = parseJson(RuntimeFolderSchema, new TextDecoder().decode(payload));
        if (!tree.ok) throw new Error(`EINVAL: not a tree of files: ${tree.reason}`);
        await writeTree(sandbox, tree.value, absolute(workdir, mountPoints));
      }),
    serialize: (path: string) =>
      plain(async () => {
        const tree = await readTree(sandbox, absolute(workdir, path));
        const bytes = new TextEncoder().encode(JSON.stringify(tree));
        return Comlink.transfer(bytes, [bytes.buffer]);
      }),
  };
}

function runtimeFs({ fs, workdir }: Sandbox) {
  const at = (path: string) => absolute(workdir, path);
  return {
    readFile: (path: string, encoding?: string | null) =>
      plain<string | Uint8Array>(() => (encoding ? fs.readFile(at(path), 'utf8') : fs.readFile(at(path)))),
    writeFile: (path: string, data: string | Uint8Array) => plain(() => fs.writeFile(at(path), data)),
    mkdir: (path: string, options?: { recursive?: boolean }) => plain(() => fs.mkdir(at(path), options)),
    rm: (path: string, options?: { recursive?: boolean; force?: boolean }) => plain(() => fs.rm(at(path), options)),
    rename: (from: string, to: string) => plain(() => fs.rename(at(from), at(to))),
    readdir: (path: string, options?: { withFileTypes?: boolean } | null) =>
      plain(async () => {
        const entries = await fs.readdir(at(path));
        if (!options?.withFileTypes) return entries.map(({ name }) => name);
        const types = { file: FILE, directory: DIRECTORY, symlink: LINK };
        return entries.map(({ name, type }) => ({ name, 'Symbol(type)': types[type] }));
      }),
    async watch(path: string, _options: unknown, listener: (type: string, name: string) => void) {
      const base = at(path);
      const stop = fs.watch(base, (change) => listener(change.type, change.path.slice(base.length + 1)));
      return Comlink.proxy({ close: async () => stop() });
    },
  };
}

/** Paths on the wire are relative to the working directory, with or without a leading slash. */
function absolute(workdir: string, path: string): string {
  const parts: string[] = [];
  for (const part of `${workdir}/${path}`.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `/${parts.join('/')}`;
}

/** Errors cross the wire as a message only, which begins with Node's code. */
async function plain<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof SandboxError) || error.message.startsWith(error.code)) throw error;
    throw new Error(`${error.code}: ${error.message}`, { cause: error });
  }
}
