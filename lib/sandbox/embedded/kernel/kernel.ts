import { messageOf } from '@/lib/protocol/message-of';
import { mountFiles } from '../fs/mount-files';
import { packTree, restoreTree } from '../fs/snapshot-tree';
import { TreeFs } from '../fs/tree-fs';
import { PageMessageSchema, type KernelMessage, type PageMessage, type Request } from '../protocol/bridge';
import { MAX_FS_BYTES } from '../protocol/limits';
import { Network } from './network';
import { NetworkLine } from './network-line';
import { PackageSet } from './package-set';
import { PageOutput } from './page-output';
import type { Process } from './process';
import { ProcessTable } from './process-table';
import { runSearch } from './searcher';
import { layOut, WORKDIR } from './layout';
import { Watchers } from './watchers';
import { WorkerPool } from './worker-pool';

/** Owns the files and processes, and handles the page's requests. */
export class Kernel {
  private readonly fs = new TreeFs(MAX_FS_BYTES);
  private readonly pool: WorkerPool;
  private readonly packages: PackageSet;
  private readonly table: ProcessTable;
  private readonly watchers: Watchers;
  private readonly line: NetworkLine;
  private readonly processes = new Map<number, { process: Process; output: PageOutput }>();
  private readonly cancels = new Map<number, AbortController>();

  constructor(private readonly send: (message: KernelMessage) => void) {
    this.pool = new WorkerPool((name) => send({ t: 'want-program', name }));
    const network = new Network((port, open) => send({ t: 'port', port, open }));
    this.line = new NetworkLine(network, (_side, id, frame) => send({ t: 'http', id, frame }));
    this.packages = new PackageSet((file) => send({ t: 'want-package', file }));
    this.table = new ProcessTable(this.fs, this.pool, network, this.packages, (count) =>
      send({ t: 'processes', count }),
    );
    this.watchers = new Watchers((changes) => send({ t: 'changes', changes }));
    layOut(this.fs);
    this.fs.onChange((change) => this.watchers.changed(change));
    send({ t: 'ready' });
  }

  receive(data: unknown): void {
    const message = PageMessageSchema.safeParse(data);
    if (message.success) this.handle(message.data);
    else this.send({ t: 'error', message: `the sandbox does not understand the page: ${message.error.message}` });
  }

  private handle(message: PageMessage): void {
    switch (message.t) {
      case 'request':
        void this.answer(message.id, message.request);
        return;
      case 'cancel':
        return this.cancels.get(message.id)?.abort();
      case 'watch':
        return this.watchers.watch(message.id, message.path);
      case 'unwatch':
        return this.watchers.unwatch(message.id);
      case 'input':
        return this.processes.get(message.pid)?.process.write(message.text);
      case 'kill':
        return this.processes.get(message.pid)?.process.kill(message.signal);
      case 'resize':
        return this.processes.get(message.pid)?.process.resize(message.size);
      case 'taken':
        return this.processes.get(message.pid)?.output.taken(message.chars);
      case 'http':
        return this.line.receive('client', message.id, message.frame);
      case 'late-program':
        return this.pool.installLate(message.name, message.program);
      case 'package':
        return this.packages.receive(message.file, message.bytes);
      case 'programs':
        this.pool.install(message.programs);
        this.pool.warm('shell');
        setTimeout(() => this.pool.warm('search'), 600);
    }
  }

  private async answer(id: number, request: Request): Promise<void> {
    const cancel = new AbortController();
    this.cancels.set(id, cancel);
    try {
      const value = await this.perform(request, cancel.signal);
      this.send({ t: 'answer', id, value });
    } catch (error) {
      const { code, path } = Object(error);
      this.send({
        t: 'failure',
        id,
        code: typeof code === 'string' ? code : 'EIO',
        message: messageOf(error),
        ...(typeof path === 'string' && { path }),
      });
    } finally {
      this.cancels.delete(id);
    }
  }

  private perform(request: Request, signal: AbortSignal): unknown {
    const { fs } = this;
    switch (request.op) {
      case 'readFile':
        return fs.read(request.path).slice();
      case 'writeFile':
        return fs.write(request.path, request.data);
      case 'readdir':
        return fs.list(request.path);
      case 'mkdir':
        return fs.mkdir(request.path, request);
      case 'rm':
        return fs.remove(request.path, request);
      case 'rename':
        return fs.rename(request.from, request.to);
      case 'stat': {
        const { type, size, mtimeMs } = fs.stat(request.path);
        return { type, size, mtimeMs };
      }
      case 'realpath':
        return fs.realpath(request.path);
      case 'mount':
        return mountFiles(fs, request.files);
      case 'export':
        return packTree(fs, WORKDIR, request.since);
      case 'restore':
        return restoreTree(fs, WORKDIR, request.data);
      case 'search':
        return runSearch(fs, this.pool, { kind: 'search', query: request.query }, signal).then(
          ({ files, truncated }) => ({
            files,
            truncated,
          }),
        );
      case 'glob':
        return runSearch(fs, this.pool, { kind: 'glob', query: request.query }, signal).then(({ entries }) => entries);
      case 'spawn':
        return this.spawn(request);
    }
  }

  private spawn(request: Extract<Request, { op: 'spawn' }>): void {
    const { pid, terminal } = request;
    if (this.processes.has(pid)) throw new Error(`process ${pid} is there already`);
    const output = new PageOutput((text) => this.send({ t: 'output', pid, text }), terminal !== undefined);
    const onExit = (code: number): void => {
      this.processes.delete(pid);
      output.flush();
      this.send({ t: 'exit', pid, code });
    };
    const process = this.table.start(request, output, { onExit });
    this.processes.set(pid, { process, output });
  }
}
