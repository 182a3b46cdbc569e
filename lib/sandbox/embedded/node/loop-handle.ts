/** What of an event loop its handles need. */
export interface HandleLoop {
  hold(): void;
  release(): void;
  /** Runs a task of the loop. */
  run(task: () => void): void;
}

/** What keeps its program alive while it is active, unless the program says that it is not to: libuv's handle. */
export class LoopHandle {
  private active = false;
  private referenced = true;
  private holding = false;

  constructor(protected readonly loop: HandleLoop) {}

  ref(): this {
    this.referenced = true;
    this.count();
    return this;
  }

  unref(): this {
    this.referenced = false;
    this.count();
    return this;
  }

  hasRef(): boolean {
    return this.referenced;
  }

  setActive(active: boolean): void {
    this.active = active;
    this.count();
  }

  private count(): void {
    const hold = this.active && this.referenced;
    if (hold === this.holding) return;
    this.holding = hold;
    if (hold) this.loop.hold();
    else this.loop.release();
  }
}
