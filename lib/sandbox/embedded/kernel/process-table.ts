import { FsError } from '../fs/fs-error';
import type { TreeFs } from '../fs/tree-fs';
import { MAX_PROCESSES } from '../protocol/limits';
import type { ProcessSpec } from '../protocol/process';
import type { Signal } from '../protocol/signals';
import type { Network } from './network';
import type { ChildEvents, ChildRequest, TerminalSize } from './child-processes';
import { FileLocks } from './file-locks';
import type { PackageSet } from './package-set';
import { Process, type ProcessHost } from './process';
import type { Sink } from './sink';
import type { WorkerPool } from './worker-pool';

/** How many process ids each process has for the programs that it starts. */
const PIDS_EACH = 1000;

/** All running processes, by their ids. */
export class ProcessTable implements ProcessHost {
  private readonly running = new Map<number, Process>();
  private nextPid = PIDS_EACH;
  readonly locks = new FileLocks();

  constructor(
    readonly fs: TreeFs,
    readonly pool: WorkerPool,
    readonly network: Network,
    readonly packages: PackageSet,
    private readonly onCount: (count: number) => void,
  ) {}

  start(request: ChildRequest & { terminal?: TerminalSize | undefined }, sink: Sink, events: ChildEvents): Process {
    if (this.running.size >= MAX_PROCESSES) {
      throw Object.assign(new Error(`EAGAIN: more than ${MAX_PROCESSES} processes`), { code: 'EAGAIN' });
    }
    if (this.fs.stat(request.cwd).type !== 'directory') throw new FsError('ENOTDIR', 'chdir', request.cwd);
    const { command, args, cwd, env, argv0, terminal, tty, paths, size, thread, pid: given, ppid = 1 } = request;
    const first = this.nextPid;
    this.nextPid += PIDS_EACH;
    const pid = given === undefined || this.running.has(given) ? first : given;
    const spec: ProcessSpec = {
      pid,
      ppid,
      firstPid: first + 1,
      command,
      args,
      cwd,
      env,
      ...(argv0 !== undefined && { argv0 }),
      ...(terminal && { terminal }),
      ...(tty?.length && size && { tty: { ...size, streams: tty } }),
      ...(paths?.some((path) => path !== null) && { paths }),
      ...(thread && { thread }),
    };
    const onExit: ChildEvents['onExit'] = (code, signal) => {
      this.running.delete(pid);
      events.onExit(code, signal);
      this.onCount(this.running.size);
    };
    const process: Process = new Process(this, spec, sink, { ...events, onExit });
    this.running.set(pid, process);
    this.onCount(this.running.size);
    return process;
  }

  kill(pid: number, signal: Signal | null): boolean {
    const process = this.running.get(pid);
    if (signal) process?.kill(signal);
    return process !== undefined;
  }
}
