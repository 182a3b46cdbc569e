import { invalidType } from './argument-errors';
import { Timer } from './timer';

type Task = (...args: unknown[]) => void;

const realSetTimeout = globalThis.setTimeout.bind(globalThis);

/** Knows what keeps the program alive and ends it when nothing does. */
export class EventLoop {
  private holds = 0;
  private checking = false;
  private readonly timers = new Map<number, Timer>();
  private readonly ticks: (() => void)[] = [];

  constructor(
    private readonly onIdle: () => void,
    private readonly onError: (error: unknown) => void,
  ) {}

  get idle(): boolean {
    return this.holds <= 0;
  }

  hold(): void {
    this.holds++;
  }

  release(): void {
    this.holds--;
    this.check();
  }

  /** Runs a task of the loop; what it throws is nobody's to catch. */
  run(task: () => void): void {
    this.attempt(task);
    this.runTicks();
  }

  /** Runs a task before any promise goes on, once what runs now has ended: `process.nextTick`. */
  nextTick(task: () => void): void {
    this.ticks.push(task);
    if (this.ticks.length === 1) queueMicrotask(() => this.runTicks());
  }

  /** Runs what `nextTick` was given, also what that gives it. */
  runTicks(): void {
    for (let tick = this.ticks.shift(); tick; tick = this.ticks.shift()) this.attempt(tick);
  }

  private attempt(task: () => void): void {
    try {
      task();
    } catch (error) {
      this.onError(error);
    }
  }

  check(): void {
    if (this.holds > 0 || this.checking) return;
    this.checking = true;
    // A whole turn later, so that what is settled now may start something new.
    realSetTimeout(() => {
      // The browser tells of a rejection that nobody handled in a turn of its own, after this one.
      realSetTimeout(() => {
        this.checking = false;
        if (this.holds <= 0) this.onIdle();
      }, 1);
    }, 0);
  }

  /** Node's timer functions. */
  readonly globals = {
    setTimeout: (task: Task, ms?: unknown, ...args: unknown[]) => this.timer(task, ms, args, false),
    setInterval: (task: Task, ms?: unknown, ...args: unknown[]) => this.timer(task, ms, args, true),
    setImmediate: (task: Task, ...args: unknown[]) => this.timer(task, 0, args, false),
    clearTimeout: (timer: unknown) => this.clear(timer),
    clearInterval: (timer: unknown) => this.clear(timer),
    clearImmediate: (timer: unknown) => this.clear(timer),
  };

  private timer(task: Task, ms: unknown, args: unknown[], repeat: boolean): Timer {
    if (typeof task !== 'function') throw invalidType('callback', 'of type function', task);
    const fire = () => {
      if (!repeat) this.timers.delete(Number(timer));
      task(...args);
    };
    const timer: Timer = new Timer(this, fire, Math.max(Number(ms) || 0, repeat ? 1 : 0), repeat);
    this.timers.set(Number(timer), timer);
    return timer;
  }

  private clear(timer: unknown): void {
    const known = timer instanceof Timer ? timer : this.timers.get(Number(timer));
    if (!known) return;
    known.close();
    this.timers.delete(Number(known));
  }
}
