import { LoopHandle, type HandleLoop } from './loop-handle';

const realSetTimeout = globalThis.setTimeout.bind(globalThis);
const realSetInterval = globalThis.setInterval.bind(globalThis);
const realClear = globalThis.clearTimeout.bind(globalThis);

/** A timer as Node gives it. */
export class Timer extends LoopHandle {
  private id = 0;

  constructor(
    loop: HandleLoop,
    private readonly task: () => void,
    private readonly ms: number,
    private readonly repeat: boolean,
  ) {
    super(loop);
    this.start();
  }

  private start(): void {
    this.setActive(true);
    const begin = this.repeat ? realSetInterval : realSetTimeout;
    this.id = Number(begin(() => this.fire(), this.ms));
  }

  private fire(): void {
    const { id } = this;
    this.loop.run(this.task);
    // The task may have started it anew.
    if (!this.repeat && this.id === id) this.setActive(false);
  }

  close(): void {
    realClear(this.id);
    this.setActive(false);
  }

  refresh(): this {
    realClear(this.id);
    this.start();
    return this;
  }

  [Symbol.toPrimitive](): number {
    return this.id;
  }
}
