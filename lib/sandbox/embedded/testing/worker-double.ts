import { resolveObjectURL } from 'node:buffer';
import { MessageChannel, Worker as Thread, type Transferable } from 'node:worker_threads';

/**
 * Stands in for a browser's worker, which cannot run in these tests: a thread with the globals of a browser's worker, as far as
 * the sandbox's programs use them.
 */
export class WorkerDouble {
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onerror: ((event: Event & { message: string }) => void) | null = null;
  private readonly thread: Promise<Thread>;
  private text = '';
  private ended = false;
  /** Whether its thread is as it was when it was loaded. */
  private fresh = true;
  /** Threads by the text of their program that were loaded for nothing: the next double of the program takes one. */
  private static readonly spare = new Map<string, Thread[]>();
  private static readonly all = new Set<WorkerDouble>();
  /** V8's code of the programs that have run, by their text: most of the time of a short program was compiling it anew. */
  private static readonly compiled = new Map<string, Uint8Array>();
  /** WebAssembly of the programs, by their text: the engine compiles the same bytes once while someone holds the module. */
  private static readonly modules = new Map<string, WebAssembly.Module>();

  /** Terminates those still running. */
  static endAll(): void {
    for (const one of WorkerDouble.all) one.terminate();
  }

  constructor(url: string) {
    WorkerDouble.all.add(this);
    this.thread = this.load(url);
  }

  postMessage(message: unknown, transfer: readonly Transferable[] = []): void {
    this.fresh = false;
    void this.thread.then((thread) => this.ended || thread.postMessage(message, transfer));
  }

  terminate(): void {
    this.ended = true;
    WorkerDouble.all.delete(this);
    void this.thread.then((thread) => {
      if (this.fresh) this.spare(thread);
      else void thread.terminate();
    });
  }

  private spare(thread: Thread): void {
    thread.removeAllListeners('message').removeAllListeners('error');
    thread.unref();
    WorkerDouble.spare.set(this.text, [...(WorkerDouble.spare.get(this.text) ?? []), thread]);
  }

  private async load(url: string): Promise<Thread> {
    this.text = (await resolveObjectURL(url)?.text()) ?? '';
    const thread = WorkerDouble.spare.get(this.text)?.pop() ?? WorkerDouble.start(this.text);
    thread.ref();
    thread.on('message', (data: unknown) => this.ended || this.onmessage?.({ data }));
    thread.on('error', (error) => this.ended || this.onerror?.(failureEvent(error.message)));
    return thread;
  }

  private static start(text: string): Thread {
    const cachedData = WorkerDouble.compiled.get(text);
    const { port1, port2 } = new MessageChannel();
    port1.on('message', (data: unknown) => {
      if (data instanceof Uint8Array) WorkerDouble.compiled.set(text, data);
      else if (data instanceof WebAssembly.Module) WorkerDouble.modules.set(text, data);
    });
    port1.unref();
    return new Thread(PRELUDE, {
      eval: true,
      stdout: false,
      stderr: false,
      workerData: { text, cachedData, compiled: port2 },
      transferList: [port2],
    });
  }
}

/** The event by which a worker reports a failure. */
export const failureEvent = (message: string): Event & { message: string } =>
  Object.assign(new Event('error', { cancelable: true }), { message });

/** Makes the globals of a thread those of a browser's worker. */
const PRELUDE = `
{
  const { parentPort, workerData } = require('node:worker_threads');
  const { Script } = require('node:vm');
  const native = process;
  const listeners = { message: [], error: [], unhandledrejection: [], rejectionhandled: [] };
  const tell = (type, event) => {
    globalThis['on' + type]?.(event);
    for (const one of listeners[type]) one(event);
  };
  parentPort.on('message', (data) => tell('message', { data }));
  native.on('uncaughtException', (error) => {
    if (listeners.error.length === 0) native._rawDebug(error);
    tell('error', { error, preventDefault() {} });
  });
  native.on('unhandledRejection', (reason, promise) => tell('unhandledrejection', { reason, promise, preventDefault() {} }));
  native.on('rejectionHandled', (promise) => tell('rejectionhandled', { promise }));
  // These load only when they are asked for, and need what is taken away.
  void [crypto, structuredClone, performance];
  // The page's frame is no secure context: what browsers keep for one is missing.
  for (const name of ['randomUUID', 'subtle']) Object.defineProperty(globalThis.crypto, name, { value: undefined });
  globalThis.self = globalThis;
  globalThis.WorkerGlobalScope = class WorkerGlobalScope {};
  globalThis.postMessage = (message, { transfer } = {}) => {
    if (message.t === 'exit') keepCompiled();
    parentPort.postMessage(message, transfer);
  };
  globalThis.addEventListener = (type, listener) => listeners[type]?.push(listener);
  for (const name of ['process', 'Buffer', 'global', 'setImmediate', 'clearImmediate', 'require', 'module', 'exports', '__filename', '__dirname']) {
    try { delete globalThis[name]; } catch {}
    if (name in globalThis) globalThis[name] = undefined;
  }
  const { setTimeout, setInterval } = globalThis;
  globalThis.setTimeout = (...args) => setTimeout(...args);
  globalThis.setInterval = (...args) => setInterval(...args);
  // Node's own leaves frames of its JavaScript in traces.
  const settled = Promise.resolve();
  const then = settled.then;
  const { apply } = Reflect;
  globalThis.queueMicrotask = (task) => void apply(then, settled, [() => {
    try { task(); } catch (error) { tell('error', { error, preventDefault() {} }); }
  }]);
  const { text, cachedData, compiled } = workerData;
  const program = new Script(text, { filename: 'blob:worker', cachedData });
  let kept = cachedData !== undefined;
  // By its end, a program has compiled the functions that most programs use.
  const keepCompiled = () => {
    if (!kept) compiled.postMessage(program.createCachedData());
    kept = true;
  };
  const { compile } = WebAssembly;
  WebAssembly.compile = (bytes) => {
    const made = compile.call(WebAssembly, bytes);
    void made.then((module) => compiled.postMessage(module));
    return made;
  };
  program.runInThisContext();
  WebAssembly.compile = compile;
}
//# sourceURL=blob:worker
`;
