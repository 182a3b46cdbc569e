import { facts } from '../library';
import type { EventLoop } from '../event-loop';
import { callMethod, isCallback, type Binding, type Callback } from '../binding';

/** Numbers in the stack of id pairs: deeper than any program nests. */
const STACK_DOUBLES = 1 << 16;
const [STACK_LENGTH, CHECK, EXECUTION, TRIGGER, COUNTER, DEFAULT_TRIGGER] = [7, 6, 0, 1, 2, 3] as const;
const INIT = 0;

/** The stack of asynchronous contexts, shared by Node's JavaScript and what replaces its C++. */
export class AsyncContexts {
  readonly fields = new Uint32Array(9);
  readonly ids = new Float64Array(4);
  readonly stack = new Float64Array(STACK_DOUBLES);
  readonly resources: unknown[] = [];
  hooks: Record<string, unknown> = {};
  private readonly gone: number[] = [];

  constructor(private readonly loop: EventLoop) {
    this.ids[COUNTER] = 1;
    this.ids[DEFAULT_TRIGGER] = -1;
    this.fields[CHECK] = 1;
  }

  newId(): number {
    const id = (this.ids[COUNTER] ?? 0) + 1;
    this.ids[COUNTER] = id;
    return id;
  }

  /** Registers a new resource and calls the `init` hook. Returns its id. */
  begin(resource: object, type: string): number {
    const id = this.newId();
    const [execution = 0, byDefault = -1] = [this.ids[EXECUTION], this.ids[DEFAULT_TRIGGER]];
    const { init } = this.hooks;
    if ((this.fields[INIT] ?? 0) > 0 && isCallback(init))
      init(id, type, byDefault >= 0 ? byDefault : execution, resource);
    return id;
  }

  /** Calls the `destroy` hook, in a turn of its own. */
  destroy(id: number): void {
    this.gone.push(id);
    if (this.gone.length > 1) return;
    this.loop.enter(() => {
      for (const one of this.gone.splice(0)) callMethod(this.hooks, 'destroy', one);
    });
  }

  /** Calls into the program from a resource's callback, as C++ does: in its context, with the ticks afterwards. */
  run(id: number, resource: object, task: () => void): void {
    this.loop.scope(() => {
      const offset = this.fields[STACK_LENGTH] ?? 0;
      const before = [this.ids[EXECUTION] ?? 0, this.ids[TRIGGER] ?? 0] as const;
      this.stack.set(before, offset * 2);
      this.resources[offset] = resource;
      this.fields[STACK_LENGTH] = offset + 1;
      this.ids[EXECUTION] = id;
      this.ids[TRIGGER] = 0;
      callMethod(this.hooks, 'before', id);
      try {
        task();
        callMethod(this.hooks, 'after', id);
      } finally {
        this.resources.length = offset;
        this.fields[STACK_LENGTH] = offset;
        [this.ids[EXECUTION], this.ids[TRIGGER]] = before;
      }
    });
  }

  /** Runs the main script, whose context is the first. */
  runFirst(task: () => void): void {
    this.ids[EXECUTION] = 1;
    try {
      task();
    } finally {
      this.ids[EXECUTION] = 0;
    }
  }

  clear(): void {
    this.resources.length = 0;
    this.fields[STACK_LENGTH] = 0;
    this.ids[EXECUTION] = 0;
    this.ids[TRIGGER] = 0;
  }
}

/** `internalBinding('async_wrap')`. */
export const asyncWrap = (
  contexts: AsyncContexts,
  onPromiseHooks: (hooks: (Callback | undefined)[]) => void,
): Binding => ({
  async_hook_fields: contexts.fields,
  async_id_fields: contexts.ids,
  async_ids_stack: contexts.stack,
  execution_async_resources: contexts.resources,
  constants: facts.bindings.async_wrap?.constants,
  Providers: facts.providers,
  setupHooks: (hooks: Record<string, unknown>) => void (contexts.hooks = hooks),
  setCallbackTrampoline: () => undefined,
  setPromiseHooks: (...hooks: (Callback | undefined)[]) => onPromiseHooks(hooks),
  getPromiseHooks: () => [undefined, undefined, undefined, undefined],
  registerDestroyHook: () => undefined,
  queueDestroyAsyncId: (id: number) => contexts.destroy(id),
  executionAsyncResource: (index: number) => contexts.resources[index],
  pushAsyncContext: () => {
    throw new RangeError('Maximum call stack size exceeded');
  },
  popAsyncContext: () => {
    contexts.clear();
    return false;
  },
  clearAsyncIdStack: () => contexts.clear(),
});
