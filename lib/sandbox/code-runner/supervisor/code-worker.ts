import type { WorkerAnswer, CodeWorkerMessage, WorkerTask } from '../messages';

interface Listeners {
  /** The worker has started and has the task. */
  onBegin(): void;
  onAnswer(answer: WorkerAnswer): void;
}

/** A worker for one task. */
export class CodeWorker {
  private ready = false;
  private failure: string | undefined;
  private pending: { task: WorkerTask; listeners: Listeners } | undefined;

  constructor(private readonly worker: Worker) {
    worker.onmessage = ({ data }: MessageEvent<CodeWorkerMessage>) => {
      if (this.ready && data !== 'ready') return this.pending?.listeners.onAnswer(data);
      this.ready = true;
      this.begin();
    };
    worker.onerror = (event) => {
      event.preventDefault();
      // Once it runs, an uncaught error is the code's own: its answer or the deadline ends the task.
      if (this.ready) return;
      this.failure = event.message || 'its worker did not start';
      this.begin();
    };
  }

  perform(task: WorkerTask, listeners: Listeners): void {
    this.pending = { task, listeners };
    this.begin();
  }

  end(): void {
    this.worker.onmessage = null;
    this.worker.onerror = null;
    this.worker.terminate();
  }

  private begin(): void {
    if (!this.pending) return;
    const { task, listeners } = this.pending;
    if (this.failure !== undefined) {
      listeners.onAnswer({ ok: false, cause: 'unavailable', message: this.failure, log: '' });
    } else if (this.ready) {
      this.worker.postMessage(task);
      listeners.onBegin();
    }
  }
}
