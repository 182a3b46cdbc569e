import type { Programs } from '../protocol/bridge';

export type WorkerKind = keyof Programs;

/** Used workers of a kind that are kept. */
const MAX_IDLE = 2;
/** Milliseconds until the next one is loaded; at once it would take the processor from what is just being started. */
const WARM_DELAY_MS = 50;

/** Workers that are loaded and wait for something to do, so that a program starts at once. */
export class WorkerPool {
  private urls: Readonly<Record<WorkerKind, string>> | undefined;
  private readonly idle: Readonly<Record<WorkerKind, Worker[]>> = { shell: [], node: [], git: [], search: [] };

  /** What the workers run. They are there for good: later ones are left aside. */
  install({ shell, node, git, search }: Programs): void {
    this.urls ??= {
      shell: URL.createObjectURL(shell),
      node: URL.createObjectURL(node),
      git: URL.createObjectURL(git),
      search: URL.createObjectURL(search),
    };
  }

  /** Loads one if none is there. */
  warm(kind: WorkerKind): void {
    if (this.idle[kind].length === 0) this.idle[kind].push(this.load(kind));
  }

  /** Throws EAGAIN before `install`. */
  take(kind: WorkerKind): Worker {
    const worker = this.idle[kind].pop() ?? this.load(kind);
    setTimeout(() => this.warm(kind), WARM_DELAY_MS);
    return worker;
  }

  /** Takes back a worker that did its work and kept nothing of it. */
  give(kind: WorkerKind, worker: Worker): void {
    worker.onmessage = null;
    worker.onerror = null;
    if (this.idle[kind].length < MAX_IDLE) this.idle[kind].push(worker);
    else worker.terminate();
  }

  private load(kind: WorkerKind): Worker {
    if (!this.urls) throw Object.assign(new Error('EAGAIN: the programs have not come'), { code: 'EAGAIN' });
    return new Worker(this.urls[kind], { name: kind });
  }
}
