import { ENTER, LEAVE } from '../esm/await-edits';
import type { EventLoop } from '../event-loop';
import { isCallback, type Callback } from './binding';

const { prototype } = globalThis.Promise;
const { then } = prototype;
const enqueue = globalThis.queueMicrotask.bind(globalThis);

/** What Node's JavaScript has the engine call when a promise is made, and before and after what waits for it goes on. */
interface PromiseHooks {
  init: Callback | undefined;
  before: Callback | undefined;
  after: Callback | undefined;
}

/**
 * Asynchronous contexts across promises, which the engine does not tell of: `then` and the edited `await`s of the program's texts say
 * where each goes on. What Node's own JavaScript awaits is not followed.
 */
export class PromiseContexts {
  private hooks: PromiseHooks | undefined;
  /** What goes on after its `await`, until something else begins, and the hook that is called then: the program may have taken it away since. */
  private current: { context: object; after: Callback | undefined } | undefined;

  constructor(loop: EventLoop) {
    loop.onTurn = () => this.end();
    Reflect.defineProperty(globalThis, LEAVE, { value: () => this.wait() });
    Reflect.defineProperty(globalThis, ENTER, {
      value: (context: object | undefined, value: unknown) => {
        if (context) this.goOn(context);
        return value;
      },
    });
  }

  /** Sets the hooks; without any, nothing is followed. */
  follow([init, before, after]: readonly (Callback | undefined)[]): void {
    this.hooks = before || init ? { init, before, after } : undefined;
    if (this.hooks && prototype.then === then) this.wrapThen();
  }

  /** Something waits: the context that it is in. */
  private wait(parent?: unknown): object | undefined {
    if (!this.hooks) return undefined;
    const context = {};
    this.hooks.init?.(context, parent);
    return context;
  }

  private goOn(context: object): void {
    this.end();
    this.hooks?.before?.(context);
    const current = { context, after: this.hooks?.after };
    this.current = current;
    enqueue(() => {
      if (this.current === current) this.end();
    });
  }

  private end(): void {
    const { current } = this;
    this.current = undefined;
    current?.after?.(current.context);
  }

  private wrapThen(): void {
    const follow = (made: unknown) => this.wrapped(made);
    // oxlint-disable-next-line no-thenable -- it is the promises' own
    Reflect.defineProperty(prototype, 'then', {
      configurable: true,
      writable: true,
      value(this: Promise<unknown>, ...args: unknown[]) {
        return Reflect.apply(then, this, follow(args));
      },
    });
    Reflect.defineProperty(prototype.then, 'name', { value: 'then' });
  }

  private wrapped(callbacks: unknown): unknown[] {
    const all: unknown[] = Array.isArray(callbacks) ? callbacks : [];
    const context = this.wait();
    if (!context) return all;
    return all.map((callback) =>
      isCallback(callback)
        ? (value: unknown) => {
            this.goOn(context);
            try {
              return callback(value);
            } finally {
              this.end();
            }
          }
        : callback,
    );
  }
}
