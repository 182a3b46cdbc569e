import type { WorkerSources } from '../protocol/bridge';

export type WorkerKind = keyof WorkerSources;

/** Workers that are loaded and wait for something to do: one of each kind, so that a program starts at once. */
export class WorkerPool {
  private readonly urls: Readonly<Record<WorkerKind, string>>;
  private readonly spare = new Map<WorkerKind, Worker>();

  constructor(sources: WorkerSources) {
    const url = (text: string) => URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
    this.urls = { shell: url(sources.shell), node: url(sources.node), search: url(sources.search) };
  }

  warm(kind: WorkerKind): void {
    if (!this.spare.has(kind)) this.spare.set(kind, this.load(kind));
  }

  take(kind: WorkerKind): Worker {
    const worker = this.spare.get(kind) ?? this.load(kind);
    this.spare.delete(kind);
    // Loading the next one at once would take the processor from what is just being started.
    setTimeout(() => this.warm(kind), 50);
    return worker;
  }

  /** Takes back a worker that did its work and kept nothing of it. */
  give(kind: WorkerKind, worker: Worker): void {
    worker.onmessage = null;
    worker.onerror = null;
    if (this.spare.has(kind)) worker.terminate();
    else this.spare.set(kind, worker);
  }

  private load(kind: WorkerKind): Worker {
    return new Worker(this.urls[kind], { name: kind });
  }
}
