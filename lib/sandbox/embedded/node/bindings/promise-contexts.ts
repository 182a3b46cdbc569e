import { ENTER, LEAVE, WAIT } from '../esm/await-edits';
import { callByEdits } from '../esm/called-by-edits';
import type { EventLoop } from '../event-loop';
import { isCallback, type Callback } from '../binding';
import { isUnknown, noteSettled, noteWait } from './introspect';

const { prototype } = globalThis.Promise;
const enqueue = globalThis.queueMicrotask.bind(globalThis);

/** The hooks that the engine should call when a promise is created, and before and after its continuations run. */
interface PromiseHooks {
  init: Callback | undefined;
  before: Callback | undefined;
  after: Callback | undefined;
}

/**
 * Tracks asynchronous contexts across promises, as the engine does not report them: `then` and the edited `await`s in the
 * program's code say where each continues. What Node's own JavaScript awaits is not tracked.
 */
export class PromiseContexts {
  private wraps = false;
  private hooks: PromiseHooks | undefined;
  /** The context of the code after an `await`, until other code runs, with its `after` hook: hooks may be removed meanwhile. */
  private current: { context: object; after: Callback | undefined } | undefined;

  constructor(loop: EventLoop) {
    loop.onTurn = () => this.end();
    callByEdits(LEAVE, () => this.wait());
    callByEdits(WAIT, (awaited: unknown) => this.awaited(awaited));
    callByEdits(ENTER, (context: object | undefined, value: unknown, awaited: unknown, failed = false) => {
      if (isUnknown(awaited)) noteSettled(awaited, failed ? 2 : 1, value);
      if (context) this.goOn(context);
      return value;
    });
  }

  /** Sets the hooks; without any, nothing is tracked. */
  follow([init, before, after]: readonly (Callback | undefined)[]): void {
    this.hooks = before || init ? { init, before, after } : undefined;
    if (this.hooks && !this.wraps) this.wrapThen();
  }

  /** Called when something waits; returns its context. */
  private wait(parent?: unknown): object | undefined {
    if (!this.hooks) return undefined;
    const context = {};
    this.hooks.init?.(context, parent);
    return context;
  }

  /** What to await in a value's place: the `then` of what is no promise is called in the context of who awaits it. */
  private awaited(value: unknown): unknown {
    if (isUnknown(value)) noteWait(value);
    const isObject = typeof value === 'object' ? value !== null : typeof value === 'function';
    if (!this.hooks || !isObject || value instanceof Promise || !('then' in Object(value))) return value;
    const { then } = Object(value);
    if (!isCallback(then)) return value;
    const context = this.wait();
    if (!context) return value;
    // oxlint-disable-next-line no-thenable -- it stands for the program's own
    return { then: (...settle: unknown[]) => this.inside(context, () => Reflect.apply(then, value, settle)) };
  }

  private inside(context: object, task: () => unknown): unknown {
    this.goOn(context);
    try {
      return task();
    } finally {
      this.end();
    }
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
    this.wraps = true;
    const { then } = prototype;
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
    // `all`, `race` and their like call it, too.
    const { resolve } = globalThis.Promise;
    const awaited = (value: unknown) => this.awaited(value);
    const own = {
      resolve(this: unknown, value: unknown) {
        return Reflect.apply(resolve, this, [awaited(value)]);
      },
    };
    Reflect.defineProperty(globalThis.Promise, 'resolve', { configurable: true, writable: true, value: own.resolve });
  }

  private wrapped(callbacks: unknown): unknown[] {
    const all: unknown[] = Array.isArray(callbacks) ? callbacks : [];
    const context = this.wait();
    if (!context) return all;
    return all.map((callback) =>
      isCallback(callback) ? (value: unknown) => this.inside(context, () => this.awaited(callback(value))) : callback,
    );
  }
}
