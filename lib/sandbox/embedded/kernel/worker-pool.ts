import { LateProgramSchema, type LateProgram, type Programs } from '../protocol/bridge';

export type WorkerKind = keyof Programs | LateProgram;

const isLate = (kind: WorkerKind): kind is LateProgram => LateProgramSchema.safeParse(kind).success;

/** Maximum used workers of a kind that are kept. */
const MAX_IDLE = 2;
/** Maximum times that a git worker runs: what its commands leave in memory is freed with it. */
const MAX_GIT_RUNS = 10;
/** Milliseconds until the next one is loaded; at once, it would compete with the program that is just starting. */
const WARM_DELAY_MS = 50;

/** A worker that queues its messages until it gets the URL of its program. */
const LATE = `{
  const early = [];
  const tell = dispatchEvent.bind(self);
  const Message = MessageEvent;
  onmessage = ({ data }) => {
    if (typeof data !== 'string') return void early.push(data);
    onmessage = null;
    importScripts(data);
    for (const each of early) tell(new Message('message', { data: each }));
  };
}`;

/** Loaded workers that wait for something to run, so that programs start at once. */
export class WorkerPool {
  private readonly urls = new Map<WorkerKind, string>();
  private readonly idle: Readonly<Record<WorkerKind, Worker[]>> = {
    shell: [],
    node: [],
    git: [],
    search: [],
    jq: [],
    python3: [],
  };
  /** Workers whose program has not arrived yet. */
  private readonly gitRuns = new WeakMap<Worker, number>();
  private readonly late: Readonly<Record<LateProgram, Worker[]>> = { jq: [], node: [], python3: [] };

  /** `want` requests a program, which arrives through `installLate`. */
  constructor(private readonly want: (name: LateProgram) => void) {}

  /** Sets what the workers run. Only the first call counts. */
  install(programs: Programs): void {
    if (this.urls.has('shell')) return;
    const { shell, git, search } = programs;
    for (const [kind, program] of [
      ['shell', shell],
      ['git', git],
      ['search', search],
    ] as const)
      this.urls.set(kind, URL.createObjectURL(program));
  }

  /** Without a program, the workers waiting for it fail with an error; the next one requests it again. */
  installLate(name: LateProgram, program: Blob | undefined): void {
    const url = URL.createObjectURL(program ?? new Blob([`throw new Error('the program did not load')`]));
    for (const worker of this.late[name].splice(0)) worker.postMessage(url);
    if (program) this.urls.set(name, url);
  }

  /** Loads a worker if none is idle and its program has arrived. */
  warm(kind: WorkerKind): void {
    if (this.idle[kind].length === 0 && this.urls.has(kind)) this.idle[kind].push(this.load(kind));
  }

  /** Throws EAGAIN before `install`. */
  take(kind: WorkerKind): Worker {
    const worker = this.idle[kind].pop() ?? this.load(kind);
    if (kind !== 'jq' && kind !== 'python3') setTimeout(() => this.warm(kind), WARM_DELAY_MS);
    return worker;
  }

  /** Takes back a worker that finished its work and kept no state. */
  give(kind: WorkerKind, worker: Worker): void {
    worker.onmessage = null;
    worker.onerror = null;
    const runs = (this.gitRuns.get(worker) ?? 0) + 1;
    if (kind === 'git') this.gitRuns.set(worker, runs);
    if (this.idle[kind].length < MAX_IDLE && runs < MAX_GIT_RUNS) this.idle[kind].push(worker);
    else worker.terminate();
  }

  private load(kind: WorkerKind): Worker {
    const url = this.urls.get(kind);
    if (url !== undefined) return new Worker(url, { name: kind });
    if (!isLate(kind)) throw Object.assign(new Error('EAGAIN: the programs have not come'), { code: 'EAGAIN' });
    const worker = new Worker(URL.createObjectURL(new Blob([LATE], { type: 'text/javascript' })), { name: kind });
    this.late[kind].push(worker);
    if (this.late[kind].length === 1) this.want(kind);
    return worker;
  }
}
