import type { EventLoop } from '../event-loop';
import type { AsyncContexts } from './async-wrap';
import { isCallback, type Callback } from '../binding';

/** What every handle needs; set once, before Node's JavaScript runs. */
export const shared: {
  loop: EventLoop | undefined;
  contexts: AsyncContexts | undefined;
  /** Says a warning at once. */
  warn: Callback | undefined;
} = { loop: undefined, contexts: undefined, warn: undefined };

/** libuv's handle: keeps its program alive while it is active, unless the program calls `unref`. */
export class Handle {
  /** Those that keep the program alive. */
  static readonly active = new Set<Handle>();
  #active = false;
  #referenced = true;
  #holding = false;
  #closed = false;
  readonly #asyncId: number;

  constructor() {
    this.#asyncId = shared.contexts?.begin(this, new.target.name.toUpperCase() + 'WRAP') ?? 0;
  }

  getAsyncId(): number {
    return this.#asyncId;
  }

  getProviderType(): number {
    return 0;
  }

  ref(): void {
    this.#referenced = true;
    this.#count();
  }

  unref(): void {
    this.#referenced = false;
    this.#count();
  }

  hasRef(): boolean {
    return this.#referenced && !this.#closed;
  }

  close(done?: unknown): void {
    if (this.#closed) return;
    this.#closed = true;
    shared.loop?.complete(() => {
      if (isCallback(done)) this.run(() => done.call(this));
    });
    this.stop();
    this.setActive(false);
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** What a kind of handle does when it closes. */
  protected stop(): void {
    // Nothing by default.
  }

  protected setActive(active: boolean): void {
    this.#active = active;
    this.#count();
  }

  /** Calls into the program in this handle's context. */
  protected run(task: () => void): void {
    shared.contexts?.run(this.#asyncId, this, task);
  }

  #count(): void {
    const hold = this.#active && this.#referenced && !this.#closed;
    if (hold === this.#holding) return;
    this.#holding = hold;
    if (hold) {
      Handle.active.add(this);
      shared.loop?.hold();
    } else {
      Handle.active.delete(this);
      shared.loop?.release();
    }
  }

  /** Its name among a program's active resources. */
  get resourceName(): string {
    return `${this.constructor.name}Wrap`;
  }
}

/** A pending request: it keeps its program alive. */
export class PendingRequest {
  readonly #asyncId: number;

  constructor() {
    this.#asyncId = shared.contexts?.begin(this, new.target.name.toUpperCase()) ?? 0;
  }

  getAsyncId(): number {
    return this.#asyncId;
  }

  getProviderType(): number {
    return 0;
  }
}

/** Requests whose `oncomplete` has not been called. */
export const pending = new Set<object>();

/** Calls a request's `oncomplete` in its own turn. */
export function completeRequest(request: object, ...args: unknown[]): void {
  pending.add(request);
  shared.loop?.complete(() => {
    pending.delete(request);
    const done: unknown = Reflect.get(request, 'oncomplete');
    const id = request instanceof PendingRequest ? request.getAsyncId() : 0;
    if (isCallback(done)) shared.contexts?.run(id, request, () => done.apply(request, args));
  });
}
