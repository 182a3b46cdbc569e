/** Kept in case a program replaces the global one. */
const realSetTimeout = globalThis.setTimeout.bind(globalThis);
const realClearTimeout = globalThis.clearTimeout.bind(globalThis);
const realNow = performance.now.bind(performance);

type Task = () => void;

/** Thrown through Node's timer loops when promises must continue before the next callback. */
const YIELD = Symbol('yield');

/** What Node's own JavaScript passes in at startup. */
export interface LoopCallbacks {
  /** `this` for the callbacks: `process`. */
  receiver: object;
  processTicks: Task;
  processTimers(now: number): number;
  processImmediate: Task;
  /** Handles an uncaught error. Does not return if it ends the program. */
  onError(error: unknown): void;
  onIdle: Task;
}

/** libuv's loop on top of the browser's: runs one of Node's callbacks per turn, and tracks what keeps the program alive. */
export class EventLoop {
  callbacks: LoopCallbacks | undefined;
  /** Called before any of the program's code runs in a new turn. */
  onTurn: Task = () => undefined;
  /** `tickInfo` of Node's task queue: whether ticks are pending, and whether rejections are. */
  readonly tickInfo: { 0: number; 1: number };
  readonly immediateInfo = new Uint32Array(3);
  readonly timeoutInfo = new Int32Array(1);
  private readonly queue: Task[] = [];
  private readonly channel = new MessageChannel();
  private posted = false;
  private depth = 0;
  private holds = 0;
  /** The engine's background work, which Node drains before `beforeExit` and does not wait for afterwards. */
  private background = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private timerRef = true;
  private immediateWaits = false;
  /** Whether they are of this round: natively, they come before timers, which begin the next one. */
  private immediatesFirst = false;
  /** What runs: the main script, immediates, or anything else. */
  private phase: 'main' | 'immediates' | 'other' = 'main';
  /** When the next timer is due, as `now` counts. */
  private due = Number.POSITIVE_INFINITY;
  /** When somebody last asked for the time, as each timer that is set does. */
  private asked = 0;
  private checking = false;
  /** Whether a callback was queued since the program was last found idle. */
  private stirred = false;
  private inTimers = false;
  /** Whether what promises continue now runs below Node's ticks. */
  private belowTicks = false;
  private readonly start = realNow();

  constructor() {
    const info = [0, 0];
    const waits = (index: 0 | 1) => ({
      get: () => info[index] ?? 0,
      set: (value: number) => {
        info[index] = value;
        // A tick queued from a promise must run once all promises have continued.
        if (value && this.depth === 0) this.post();
      },
    });
    this.tickInfo = Object.defineProperties({ 0: 0, 1: 0 }, { 0: waits(0), 1: waits(1) });
    this.channel.port1.onmessage = () => this.turn();
  }

  /** Milliseconds since the loop started, as libuv counts them. */
  now(): number {
    return (this.asked = Math.floor(realNow() - this.start));
  }

  hold(): void {
    this.holds++;
  }

  release(): void {
    this.holds--;
    if (this.holds <= 0) this.check();
  }

  holdBackground(): void {
    this.background++;
  }

  releaseBackground(): void {
    this.background--;
    this.check();
  }

  /** Runs a callback in its own turn, after those already queued. */
  enter(task: Task): void {
    this.queue.push(task);
    this.stirred = true;
    this.post();
  }

  /** Like `enter`, but keeps the program alive until then. */
  complete(task: Task): void {
    this.enter(this.held(task));
  }

  /** Like `complete`, but before those already queued. */
  completeNext(task: Task): void {
    this.queue.unshift(this.held(task));
    this.stirred = true;
    this.post();
  }

  private held(task: Task): Task {
    this.hold();
    return () => {
      try {
        task();
      } finally {
        this.release();
      }
    };
  }

  /** For bundled modules that defer work. */
  readonly globals = { setImmediate: (task: Task): void => this.complete(task) };

  /** Runs a callback now, then the ticks: a callback scope in C++. */
  scope(task: Task): void {
    if (this.depth === 0) this.onTurn();
    this.depth++;
    try {
      task();
    } catch (error) {
      if (error !== YIELD) this.callbacks?.onError(error);
    } finally {
      this.depth--;
    }
    if (this.depth === 0) this.ticks();
  }

  /** Node calls it to let promises continue: between two timers, they do so in their own turn. */
  readonly runMicrotasks = (): void => {
    if (this.inTimers) throw YIELD;
  };

  scheduleTimer(ms: number): void {
    realClearTimeout(this.timer);
    this.due = this.now() + ms;
    this.timer = realSetTimeout(() => this.runTimers(), Math.max(1, ms));
  }

  setTimerRef(ref: boolean): void {
    this.timerRef = ref;
    if (!ref) this.check();
  }

  /** Called when the first immediate is added, or the last one is gone. */
  setImmediateRef(ref: boolean): void {
    if (ref && !this.immediateWaits) {
      this.immediateWaits = true;
      const isNewRound = this.phase !== 'other';
      this.immediatesFirst = !isNewRound;
      this.enter(() => this.nextImmediates(isNewRound));
    }
  }

  private get idle(): boolean {
    const timers = this.timer !== undefined && this.timerRef;
    return this.holds <= 0 && !timers && this.queue.length === 0 && !this.waiting && this.immediateInfo[1] === 0;
  }

  private get waiting(): boolean {
    return this.tickInfo[0] !== 0 || this.tickInfo[1] !== 0;
  }

  private post(): void {
    if (this.posted) return;
    this.posted = true;
    this.channel.port2.postMessage(0);
  }

  private turn(): void {
    this.posted = false;
    this.phase = 'other';
    // What ticks settle must continue before the next callback, so they get their own turn.
    if (this.waiting) {
      this.onTurn();
      this.ticks();
    } else {
      const task = this.queue.shift();
      if (task) this.scope(task);
    }
    if (this.queue.length > 0 || this.waiting) this.post();
    else this.check();
  }

  /** Whether a function that neither a callback nor a tick called runs below Node's ticks: promises continue there if there were ticks. */
  readonly continuesBelowTicks = (): boolean => this.belowTicks;

  private ticks(): void {
    const hasTicks = this.waiting;
    this.depth++;
    // After an error that the program handles, the other ticks follow at once.
    for (let rest = this.waiting; rest;) {
      rest = false;
      try {
        this.callbacks?.processTicks();
      } catch (error) {
        this.callbacks?.onError(error);
        rest = this.waiting;
      }
    }
    this.depth--;
    this.belowTicks = hasTicks;
  }

  private runTimers(): void {
    // Unreferenced timers must not run once nothing else keeps the program alive.
    if (this.checking && !this.timerRef) {
      this.timer = realSetTimeout(() => this.runTimers(), 1);
      return;
    }
    this.timer = undefined;
    this.enter(this.dueTimers);
  }

  private readonly dueTimers = (): void => {
    if (!this.immediatesFirst) return this.callTimers();
    this.queue.unshift(this.dueTimers);
    this.runImmediates();
  };

  private callTimers(now = this.now()): void {
    let next = 0;
    this.due = Number.POSITIVE_INFINITY;
    this.inTimers = true;
    try {
      next = this.callbacks?.processTimers(now) ?? 0;
    } catch (error) {
      this.queue.unshift(() => this.callTimers());
      throw error;
    } finally {
      this.inTimers = false;
    }
    if (next === 0) return;
    this.scheduleTimer(Math.abs(next) - this.now());
    this.timerRef = next > 0;
  }

  /** A round of libuv's loop begins with timers; immediates that a timer or input sets still run in the same round. */
  private nextImmediates(isNewRound: boolean): void {
    // Natively, a script takes a millisecond: the timers of a slower one are no more due than that.
    const now = this.asked + 1;
    if (!isNewRound || this.due > Math.min(now, this.now())) return this.runImmediates();
    this.queue.unshift(() => this.runImmediates());
    realClearTimeout(this.timer);
    this.timer = undefined;
    this.callTimers(now);
  }

  private runImmediates(): void {
    this.immediateWaits = false;
    this.immediatesFirst = false;
    // Immediates that nothing refers to do not run once the program is over.
    if (this.immediateInfo[2] === 0 && this.idle) return;
    this.inTimers = true;
    this.phase = 'immediates';
    try {
      this.callbacks?.processImmediate();
    } finally {
      this.inTimers = false;
      this.phase = 'other';
      const outstanding = this.immediateInfo[2] !== 0;
      if ((this.immediateInfo[1] ?? 0) > 0 || outstanding) {
        this.immediateWaits = true;
        if (outstanding) this.queue.unshift(() => this.runImmediates());
        else this.queue.push(() => this.nextImmediates(true));
      }
    }
  }

  /** Runs `end` once what promises and ticks are left has run, and no other callbacks. */
  finish(end: Task): void {
    this.queue.length = 0;
    realClearTimeout(this.timer);
    this.holds = Number.POSITIVE_INFINITY;
    const last = () => {
      this.queue.length = 0;
      if (this.waiting) realSetTimeout(last, 0);
      else end();
    };
    realSetTimeout(last, 0);
  }

  /** Runs `end` if the last event queued nothing new; otherwise the program is checked again when that work is done. */
  afterIdle(end: Task): void {
    this.checking = true;
    const look = () => {
      // Ticks and pending promises still belong to it.
      if (this.waiting) return void realSetTimeout(look, 0);
      // From here on, nobody checks again, however long the end takes.
      if (this.idle && !this.stirred) return end();
      this.checking = false;
      this.check();
    };
    realSetTimeout(look, 0);
  }

  /** Ends the program if nothing keeps it alive. */
  check(): void {
    if (!this.idle || this.background > 0 || this.checking) return;
    this.checking = true;
    // The browser reports unhandled rejections in a separate turn after this one.
    realSetTimeout(() => {
      realSetTimeout(() => {
        this.stirred = false;
        if (this.idle && this.background === 0 && this.callbacks) this.callbacks.onIdle();
        else this.checking = false;
      }, 1);
    }, 0);
  }
}
