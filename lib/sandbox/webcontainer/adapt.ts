import type { WebContainer } from '@webcontainer/api';
import { z } from 'zod';
import { SandboxError, type Sandbox } from '@/lib/ports';
import { SandboxListeners } from '../listeners';
import { Servers } from '../servers';
import { packSnapshot, unpackSnapshot } from '@/lib/ports/snapshot';
import { GlobEntriesSchema, ModesSchema, PageErrorSchema, SearchResultSchema } from './answers';
import { endContainer } from './boot';
import { guardedCall, toSandboxError } from '../errors';
import { adaptFs } from './fs';
import { installHelper } from './helper-client';
import { containerPaths } from './paths';
import { adaptProcess } from './process';
import { snapshotEntries, modesOf, snapshotTree } from './snapshot-tree';

const SHELL = 'jsh';
/** Maximum files whose permissions one call of the helper sets, as they are its arguments. */
const MODES_AT_ONCE = 200;

/** The port for a running container. `helperSource` is the source of the helper program. */
export async function adaptContainer(container: WebContainer, helperSource: string): Promise<Sandbox> {
  const { workdir } = container;
  const paths = containerPaths(workdir);
  const helper = await installHelper(container, helperSource);
  const listeners = new SandboxListeners();
  const servers = new Servers(listeners);
  const fs = adaptFs(container.fs, paths, helper);
  let running = 0;
  const count = (change: number) => {
    running += change;
    listeners.emit('processes', { count: running });
  };
  passOn(container, listeners, servers);

  return {
    kind: 'webcontainer',
    workdir,
    shell: SHELL,
    fs,
    async spawn(command, args, { cwd = workdir, env, terminal } = {}) {
      const child = await guardedCall(cwd, () =>
        container.spawn(command, shellArguments(command, args, env), {
          cwd: paths.folder(cwd),
          ...(env ? { env } : {}),
          ...(terminal ? { terminal } : {}),
        }),
      );
      count(1);
      const adapted = adaptProcess(child);
      void adapted.exit.then(() => count(-1));
      return adapted;
    },
    async mount(tree, { mountPoint = workdir } = {}) {
      const inside = paths.inside(mountPoint);
      if (inside === undefined) throw new SandboxError('EINVAL', `not below ${workdir}: ${mountPoint}`, mountPoint);
      await fs.mkdir(mountPoint, { recursive: true });
      await guardedCall(mountPoint, () => container.mount(tree, { mountPoint: inside }));
    },
    async export() {
      const tree = await guardedCall(workdir, () => container.export('/', { format: 'json' }));
      // Files without their permissions are better than none.
      const modes = await helper.ask({ op: 'modes', path: workdir }, ModesSchema).catch(() => []);
      return packSnapshot([...snapshotEntries(tree, new Map(modes), Date.now())]);
    },
    async restore(snapshot) {
      const entries = unpackSnapshot(snapshot);
      const tree = snapshotTree(entries);
      for (const { name } of await fs.readdir(workdir)) await fs.rm(`${workdir}/${name}`, { recursive: true });
      await guardedCall(workdir, () => container.mount(tree));
      const modes = modesOf(entries);
      for (let at = 0; at < modes.length; at += MODES_AT_ONCE) {
        const some = modes.slice(at, at + MODES_AT_ONCE);
        await guardedCall(workdir, () => helper.ask({ op: 'chmod', path: workdir, modes: some }, z.unknown()));
      }
    },
    on: (event, listener) => listeners.on(event, listener),
    get servers() {
      return servers.list;
    },
    async request(port) {
      const { url } = servers.list.find((server) => server.port === port) ?? { url: 'its own window' };
      throw new SandboxError(
        'ENOTSUP',
        `what WebContainer serves on port ${port} cannot be read from here; look at it at ${url}`,
      );
    },
    async search(query, signal) {
      try {
        return await helper.ask({ op: 'search', query }, SearchResultSchema, signal);
      } catch (error) {
        if (toSandboxError(error).code === 'ETIMEDOUT') return { files: [], truncated: true };
        throw toSandboxError(error, query.path);
      }
    },
    glob: (query, signal) => guardedCall(query.cwd, () => helper.ask({ op: 'glob', query }, GlobEntriesSchema, signal)),
    teardown: () => endContainer(container),
  };
}

/** Passes on what happens in the container. */
function passOn(container: WebContainer, listeners: SandboxListeners, servers: Servers): void {
  container.on('error', (error) => listeners.emit('error', error));
  container.on('preview-message', (message) => {
    const error = PageErrorSchema.safeParse(message);
    if (error.success) listeners.emit('page-error', error.data);
  });
  container.on('server-ready', (port, url) => listeners.emit('server-ready', { port, url }));
  container.on('port', (port, type, url) => servers.changed(type, { port, url }));
}

/**
 * A program's arguments. If a shell must write its last folder to `TOOLYARD_CWD_FILE`, code for that is added to its command
 * line, as nothing in the container does it; the exit code stays the command's.
 */
function shellArguments(command: string, args: readonly string[], env?: Record<string, string>): string[] {
  const [flag, line, ...rest] = args;
  const file = env?.['TOOLYARD_CWD_FILE'];
  if (!file || !SHELLS.has(command) || flag !== '-c' || line === undefined) return [...args];
  return [flag, `${line}\n__toolyard_code=$?; pwd > ${quote(file)}; exit $__toolyard_code`, ...rest];
}

const SHELLS = new Set(['jsh', 'bash', 'sh']);

const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
