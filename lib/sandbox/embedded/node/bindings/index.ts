import type { EventLoop } from '../event-loop';
import type { NodeProgram } from '../program';
import { asyncWrap, type AsyncContexts } from './async-wrap';
import { isCallback, type Binding, type Callback } from '../binding';
import { blob } from './blob';
import { blockList } from './block-list';
import { buffer } from './buffer';
import { contextify, type ContextifyHost } from './contextify';
import { encodingBinding, icu, stringDecoder } from './encoding';
import { fs } from './fs';
import { fsDir } from './fs-dir';
import { fsEvents } from './fs-watch';
import { messaging } from './messaging';
import { report } from './report';
import { errors, performanceBinding, plainBindings, processMethods } from './misc';
import { moduleWrap, type ModuleHost } from './module-wrap';
import { network } from './net';
import { httpParser } from './http-parser';
import { OpenFiles } from './open-files';
import { options } from './options';
import { credentials, os } from './os';
import { processes, signals } from './processes';
import { PromiseContexts } from './promise-contexts';
import { Deserializer } from './serdes/deserializer';
import { Serializer } from './serdes/serializer';
import { pipes, type StandardStreams } from './stdio';
import { Sockets } from './sockets';
import { streamWrap } from './stream';
import { types } from './types';
import { typescript } from './typescript';
import { url } from './url';
import { symbols, util } from './util';
import { uv } from './uv';
import { worker } from './worker';
import { zlib } from './zlib';

/** What the bindings need from their realm. */
export interface Host extends ContextifyHost, ModuleHost {
  readonly contexts: AsyncContexts;
  readonly streams: StandardStreams;
  onFatal(error: unknown, fromPromise: boolean): void;
  onEnhance(beforeInspector: Callback): void;
  onPromiseReject(callback: Callback): void;
  compileBuiltin(id: string): unknown;
  emitMessage(): unknown;
  domException(): unknown;
}

/** Every binding, created on first use. */
export function makeBindings(program: NodeProgram, host: Host): Record<string, () => Binding> {
  const { loop } = program;
  const promiseContexts = new PromiseContexts(loop);
  const made = new Map<unknown, unknown>();
  const once = <T>(make: () => T): T => {
    if (!made.has(make)) made.set(make, make());
    return made.get(make) as T;
  };
  const makeSockets = () => new Sockets(program);
  const makePipes = () => pipes(program, host.streams, once(makeSockets), () => once(makeNetwork).TCP);
  const makeFiles = () => new OpenFiles(program, host.streams);
  const makeProcesses = () => processes(program, host.streams, once(makeFiles));
  const makeNetwork = () => network(once(makeSockets));
  const makeMessaging = () => messaging(loop, host, `program ${program.spec.thread?.pid ?? program.spec.pid}`);
  return {
    ...plainBindings,
    async_wrap: () => asyncWrap(host.contexts, (hooks) => promiseContexts.follow(hooks)),
    blob: () => blob(program),
    block_list: blockList,
    buffer,
    builtins: () => ({ ...plainBindings.builtins(), compileFunction: (id: string) => host.compileBuiltin(id) }),
    cares_wrap: () => once(makeNetwork).cares,
    contextify: () => contextify(host),
    // oxlint-disable-next-line no-require-imports -- it needs Node's Buffer, which does not exist before
    crypto: () => require('./crypto/index').crypto(),
    credentials: () => credentials(program),
    encoding_binding: encodingBinding,
    errors: () =>
      errors(
        program,
        (error, fromPromise) => host.onFatal(error, fromPromise),
        (beforeInspector) => host.onEnhance(beforeInspector),
      ),
    fs: () => fs(program, once(makeFiles)),
    fs_dir: () => fsDir(program),
    fs_event_wrap: () => fsEvents(program),
    http_parser: httpParser,
    icu,
    messaging: () => once(makeMessaging),
    module_wrap: () => moduleWrap(host),
    options: () => options(program),
    os: () => os(program),
    report: () => report(program),
    performance: performanceBinding,
    pipe_wrap: () => once(makePipes).pipe,
    process_methods: () => processMethods(program),
    process_wrap: () => once(makeProcesses).wrap,
    serdes: () => ({ Serializer, Deserializer }),
    signal_wrap: () => signals(program),
    spawn_sync: () => once(makeProcesses).sync,
    stream_wrap: streamWrap,
    string_decoder: stringDecoder,
    symbols: () => ({ ...symbols }),
    task_queue: () => taskQueue(loop, (callback) => host.onPromiseReject(callback)),
    tcp_wrap: () => once(makeNetwork).tcp,
    timers: () => timers(loop),
    tty_wrap: () => once(makePipes).tty,
    types,
    typescript: () => typescript(program),
    url,
    util: () => util(program),
    uv,
    zlib: () => zlib(program),
    worker: () => worker(program, () => once(makeMessaging).portOf),
  };
}

const ofLoop = (loop: EventLoop) => {
  if (!loop.callbacks) throw new Error('the loop has not begun');
  return loop.callbacks;
};

function taskQueue(loop: EventLoop, onPromiseReject: (callback: Callback) => void): Binding {
  return {
    tickInfo: loop.tickInfo,
    runMicrotasks: loop.runMicrotasks,
    setTickCallback: (callback: () => void) => void (ofLoop(loop).processTicks = callback.bind(ofLoop(loop).receiver)),
    enqueueMicrotask: queueMicrotask.bind(globalThis),
    setPromiseRejectCallback: (callback: unknown) => isCallback(callback) && onPromiseReject(callback),
    promiseRejectEvents: {
      kPromiseRejectWithNoHandler: 0,
      kPromiseHandlerAddedAfterReject: 1,
      kPromiseRejectAfterResolved: 2,
      kPromiseResolveAfterResolved: 3,
    },
  };
}

const timers = (loop: EventLoop): Binding => ({
  immediateInfo: loop.immediateInfo,
  timerInfo: loop.timeoutInfo,
  timeoutInfo: loop.timeoutInfo,
  getLibuvNow: () => loop.now(),
  scheduleTimer: (ms: number) => loop.scheduleTimer(ms),
  toggleTimerRef: (ref: boolean) => loop.setTimerRef(ref),
  toggleImmediateRef: (ref: boolean) => loop.setImmediateRef(ref),
  setupTimers(processImmediate: () => void, processTimers: (now: number) => number) {
    const { receiver } = ofLoop(loop);
    ofLoop(loop).processImmediate = processImmediate.bind(receiver);
    ofLoop(loop).processTimers = processTimers.bind(receiver);
  },
});
