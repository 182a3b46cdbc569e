import type { FromSupervisor, ToSupervisor, WorkerAnswer, WorkerTask } from '../messages';
import { CodeWorker } from './code-worker';

/** Number of started workers that wait for a task: as many as the hooks of one call may need in a row. */
const SPARES = 3;

/**
 * Gives each task its own worker and ends the worker with it, so that nothing that code leaves behind affects the next one;
 * workers started beforehand make that cheap. It runs in its own thread, so that deadlines hold whatever loops.
 */
export class Supervisor {
  private readonly spares: CodeWorker[] = [];
  private readonly running = new Map<number, (answer: WorkerAnswer) => void>();

  constructor(
    private readonly start: () => Worker,
    private readonly send: (message: FromSupervisor) => void,
  ) {
    this.refill();
  }

  receive(message: ToSupervisor): void {
    if (message.t === 'run') this.run(message.id, message.task, message.deadlineMs);
    else this.running.get(message.id)?.({ ok: false, cause: 'aborted', message: 'stopped', log: '' });
  }

  private run(id: number, task: WorkerTask, deadlineMs: number): void {
    const worker = this.spares.shift() ?? new CodeWorker(this.start());
    let timer: ReturnType<typeof setTimeout> | undefined;
    const finish = (answer: WorkerAnswer): void => {
      if (!this.running.delete(id)) return;
      clearTimeout(timer);
      worker.end();
      this.send({ id, answer });
      this.refill();
    };
    this.running.set(id, finish);
    worker.perform(task, {
      onBegin() {
        const message = `not done after ${deadlineMs} ms`;
        timer = setTimeout(() => finish({ ok: false, cause: 'deadline', message, log: '' }), deadlineMs);
      },
      onAnswer: finish,
    });
  }

  private refill(): void {
    while (this.spares.length < SPARES) this.spares.push(new CodeWorker(this.start()));
  }
}
