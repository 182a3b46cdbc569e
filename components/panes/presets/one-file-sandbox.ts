import { SandboxError, type Sandbox } from '@/lib/ports';

export const TRIAL_WORKDIR = '/home/project';
export const TRIAL_FILE = `${TRIAL_WORKDIR}/prices.md`;
const CONTENT = '# Prices\n\nnet\nnet\n';

const missing = (path: string) => new SandboxError('ENOENT', `${path} does not exist`, path);
const notHere = () => Promise.reject(new Error('Nothing runs here: this folder holds one file to try calls on.'));

/** A folder with one file, created for each call that is tried: enough for tools that read and change files. */
export function oneFileSandbox(): Sandbox {
  const files = new Map([[TRIAL_FILE, CONTENT]]);
  const isFolder = (path: string) => path === '/' || [...files.keys()].some((file) => file.startsWith(`${path}/`));

  function readFile(path: string): Promise<Uint8Array>;
  function readFile(path: string, encoding: 'utf8'): Promise<string>;
  async function readFile(path: string, encoding?: 'utf8'): Promise<string | Uint8Array> {
    const text = files.get(path);
    if (text === undefined) throw missing(path);
    return encoding ? text : new TextEncoder().encode(text);
  }

  return {
    kind: 'embedded',
    workdir: TRIAL_WORKDIR,
    shell: 'bash',
    servers: [],
    fs: {
      readFile,
      async writeFile(path, data) {
        files.set(path, typeof data === 'string' ? data : new TextDecoder().decode(data));
      },
      async readdir(path) {
        return [...files.keys()]
          .filter((file) => file.startsWith(`${path}/`))
          .map((file) => ({ name: file.slice(path.length + 1), type: 'file' as const }));
      },
      mkdir: async () => undefined,
      rm: async (path) => void files.delete(path),
      rename: notHere,
      async stat(path) {
        const text = files.get(path);
        if (text !== undefined) return { type: 'file', size: text.length, mtimeMs: 0 };
        if (isFolder(path)) return { type: 'directory', size: 0, mtimeMs: 0 };
        throw missing(path);
      },
      async realpath(path) {
        if (files.has(path) || isFolder(path)) return path;
        throw missing(path);
      },
      watch: () => () => undefined,
    },
    spawn: notHere,
    mount: notHere,
    export: notHere,
    restore: notHere,
    request: notHere,
    search: notHere,
    glob: notHere,
    on: () => () => undefined,
    teardown: () => undefined,
  };
}
