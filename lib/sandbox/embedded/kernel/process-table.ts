import { FsError } from '../fs/fs-error';
import type { TreeFs } from '../fs/tree-fs';
import { MAX_PROCESSES } from '../protocol/limits';
import type { ProcessSpec } from '../protocol/process';
import type { Network } from './network';
import type { ChildEvents, ChildRequest } from './child-processes';
import { FileLocks } from './file-locks';
import type { PackageSet } from './package-set';
import { Process, type ProcessHost } from './process';
import type { Sink } from './sink';
import type { WorkerPool } from './worker-pool';

/** All running processes. */
export class ProcessTable implements ProcessHost {
  private readonly running = new Set<Process>();
  private nextPid = 2;
  readonly locks = new FileLocks();

  constructor(
    readonly fs: TreeFs,
    readonly pool: WorkerPool,
    readonly network: Network,
    readonly packages: PackageSet,
    private readonly onCount: (count: number) => void,
  ) {}

  start(request: ChildRequest & { terminal?: ProcessSpec['terminal'] }, sink: Sink, events: ChildEvents): Process {
    if (this.running.size >= MAX_PROCESSES) {
      throw Object.assign(new Error(`EAGAIN: more than ${MAX_PROCESSES} processes`), { code: 'EAGAIN' });
    }
    if (this.fs.stat(request.cwd).type !== 'directory') throw new FsError('ENOTDIR', 'chdir', request.cwd);
    const { command, args, cwd, env, terminal, thread } = request;
    const spec: ProcessSpec = {
      pid: this.nextPid++,
      command,
      args,
      cwd,
      env,
      ...(terminal && { terminal }),
      ...(thread && { thread }),
    };
    const onExit: ChildEvents['onExit'] = (code, signal) => {
      this.running.delete(process);
      events.onExit(code, signal);
      this.onCount(this.running.size);
    };
    const process: Process = new Process(this, spec, sink, { ...events, onExit });
    this.running.add(process);
    this.onCount(this.running.size);
    return process;
  }
}
