import { isCallback, type Callback } from '../binding';

/** The parts of Node's own `Hooks` and its loader used here. */
interface Hooks {
  addCustomLoader(url: string, exports: object, data: unknown): unknown;
}

const call = (on: unknown, name: string, args: readonly unknown[]): unknown => {
  const method: unknown = Reflect.get(Object(on), name);
  if (!isCallback(method)) throw new Error(`${name} is not there`);
  return Reflect.apply(method, on, args);
};

const cannotWait = (method: string): Error =>
  Object.assign(
    new Error(
      `this sandbox's node asks module hooks only in import: ${method} of require() and import.meta.resolve() is not there`,
    ),
    { code: 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM' },
  );

/**
 * Replaces Node's `HooksProxy`, which asks a loader thread and sleeps until it answers. Here a sleeping thread cannot receive
 * anything, so the hooks are loaded in the program's own thread, before `register` returns.
 */
export function makeHooksProxy(HooksClass: new () => Hooks, require: Callback): object {
  const loader = (): object =>
    Object(call(require('internal/modules/esm/loader'), 'getOrInitializeCascadedLoader', []));

  class HooksProxy {
    readonly #hooks = new HooksClass();
    readonly #begun: unknown[] = [];
    #ready = false;

    /** Loads the modules of `--loader`. */
    waitForWorker(): void {
      if (this.#ready) return;
      this.#ready = true;
      const paths: unknown = call(require('internal/options'), 'getOptionValue', ['--experimental-loader']);
      const { href } = Object(call(require('internal/util'), 'getCWDURL', []));
      for (const path of Array.isArray(paths) ? paths : []) this.#register(String(path), String(href));
    }

    #register(specifier: string, parent: string, data?: unknown): void {
      const job = call(loader(), 'getModuleJobForRequire', [specifier, parent, {}]);
      const { namespace } = Object(call(job, 'runSync', []));
      this.#begun.push(this.#hooks.addCustomLoader(specifier, namespace, data));
    }

    async makeAsyncRequest(method: string, _transfer: unknown, ...args: unknown[]): Promise<unknown> {
      this.waitForWorker();
      await Promise.all(this.#begun);
      return call(this.#hooks, method, args);
    }

    makeSyncRequest(method: string, transfer: Transferable[] | undefined, ...args: unknown[]): void {
      this.waitForWorker();
      if (method !== 'register') throw cannotWait(method);
      const [specifier, parent, data] = args;
      // Node's global version, which knows Node's own ports.
      const sent = globalThis.structuredClone(data, { transfer: transfer ?? [] });
      this.#register(String(specifier), String(parent), sent);
    }

    importMetaInitialize(...args: unknown[]): void {
      call(require('internal/modules/esm/initialize_import_meta'), 'initializeImportMeta', args);
    }
  }
  return HooksProxy;
}
