import type { WorkerSources } from '../protocol/bridge';

export type WorkerKind = keyof WorkerSources;

/** Used workers of a kind that are kept. */
const MAX_IDLE = 2;
/** Milliseconds until the next one is loaded; at once it would take the processor from what is just being started. */
const WARM_DELAY_MS = 50;

/** Workers that are loaded and wait for something to do, so that a program starts at once. */
export class WorkerPool {
  private readonly urls: Readonly<Record<WorkerKind, string>>;
  private readonly idle: Readonly<Record<WorkerKind, Worker[]>> = { shell: [], node: [], search: [] };

  constructor(sources: WorkerSources) {
    const url = (text: string) => URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
    this.urls = { shell: url(sources.shell), node: url(sources.node), search: url(sources.search) };
  }

  /** Loads one if none is there. */
  warm(kind: WorkerKind): void {
    if (this.idle[kind].length === 0) this.idle[kind].push(this.load(kind));
  }

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
    return new Worker(this.urls[kind], { name: kind });
  }
}
