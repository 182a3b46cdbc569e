// oxlint-disable typescript/no-extraneous-class -- Node's JavaScript looks for these classes
import { facts, sources } from '../library';
import { heldBytes, MOST_HELD } from '../memory';
import { sourceMaps } from '../stack';
import type { NodeProgram } from '../program';
import { isCallback, noop, type Binding, type Callback } from '../binding';
import { endsProcess, exitCodeOf, signalOf } from '../../protocol/signals';
import { DelayHistogram, Histogram } from './histogram';
import { Handle, pending, shared } from './handle';
import { missing, withMissing } from '../missing';
import { pathOf } from './open-files';
import { privateSymbols, symbols } from './util';
import { errnoOf } from './uv';
import { wasmStreaming } from './wasm-streaming';

/** The engine's clock: Node's own `performance` replaces the global. */
const clock = performance.now.bind(performance);
const { timeOrigin } = performance;
const START = clock();
const HEAP = 64 * 1024 * 1024;

/** The engine tells nobody here how large its heap is: plain figures, below the limit, for one context. */
const heapStatistics = new Float64Array(14);
heapStatistics.set([HEAP, HEAP / 16, HEAP, MOST_HELD - HEAP, HEAP / 2, MOST_HELD]);
heapStatistics.set([HEAP / 256, HEAP / 256, 0, 1, 0, 8192, 4096, HEAP / 64], 6);

const microseconds = (): number => Math.round((clock() - START) * 1000);

/** `internalBinding('process_methods')`. */
export function processMethods(program: NodeProgram): Binding {
  const hrtimeBuffer = new Uint32Array(3);
  const nanoseconds = () => BigInt(Math.round(clock() * 1e6)) + 1_000_000_000_000n;
  return {
    hrtimeBuffer,
    hrtime() {
      const now = nanoseconds();
      const seconds = now / 1_000_000_000n;
      hrtimeBuffer[0] = Number(seconds >> 32n);
      hrtimeBuffer[1] = Number(seconds & 0xffffffffn);
      hrtimeBuffer[2] = Number(now % 1_000_000_000n);
    },
    hrtimeBigInt: () => void (new BigInt64Array(hrtimeBuffer.buffer, 0, 1)[0] = nanoseconds()),
    setEmitWarningSync: (warn: Callback) => void (shared.warn = warn),
    patchProcessObject: (process: object) => describeProcess(process, program),
    cwd: () => program.cwd,
    chdir(folder: string) {
      let path = program.path(folder);
      let type = 'none';
      try {
        path = program.sys.realpath(pathOf(program, folder));
        ({ type } = program.sys.stat(path));
      } catch (error) {
        // Otherwise it does not exist.
        if (Object(error).code === 'ENOTDIR') type = 'other';
      }
      if (type === 'directory') program.cwd = path;
      else {
        const code = type === 'none' ? 'ENOENT' : 'ENOTDIR';
        const text = type === 'none' ? 'no such file or directory' : 'not a directory';
        throw Object.assign(new Error(`${code}: ${text}, chdir '${program.cwd}' -> '${folder}'`), {
          errno: type === 'none' ? -2 : -20,
          code,
          syscall: 'chdir',
          path: program.cwd,
          dest: folder,
        });
      }
    },
    umask: (next?: number) => {
      const before = program.umask;
      if (next !== undefined) program.umask = next;
      return before;
    },
    memoryUsage: (values: Float64Array) =>
      values.set([HEAP + heldBytes(), HEAP / 2, HEAP / 4, (1 << 20) + heldBytes(), (1 << 16) + heldBytes()]),
    rss: () => HEAP + heldBytes(),
    constrainedMemory: () => 8 * 1024 * 1024 * 1024,
    availableMemory: () => 4 * 1024 * 1024 * 1024,
    cpuUsage: (values: Float64Array) => values.set([microseconds(), microseconds() / 10]),
    resourceUsage: (values: Float64Array) => values.set([microseconds(), microseconds() / 10, HEAP / 1024]),
    _getActiveRequests: () => [...pending],
    _getActiveHandles: () =>
      Array.from(Handle.active, (handle) => Reflect.get(handle, symbols.owner_symbol ?? '') ?? handle),
    getActiveResourcesInfo: () => activeResources(program),
    _kill: (pid: number, signal: number) => kill(program, pid, signal),
    _rawDebug: (text: string) => program.sys.output(2, `${text}\n`),
    _debugProcess: noop,
    _debugEnd: noop,
    _startProfilerIdleNotifier: noop,
    _stopProfilerIdleNotifier: noop,
    abort: () => program.exit(exitCodeOf('SIGABRT'), 'SIGABRT'),
    reallyExit: (code: number) => program.exit(code ?? 0),
    uptime: () => (clock() - START) / 1000 + 0.02,
    dlopen: (_module: object, path: string) => {
      throw Object.assign(new Error(`${path}: this sandbox runs no native addons`), { code: 'ERR_DLOPEN_FAILED' });
    },
    loadEnvFile(path = '.env') {
      const text = program.text(path);
      if (text === undefined)
        throw Object.assign(new Error(`ENOENT: no such file or directory, open '${path}'`), {
          errno: errnoOf('ENOENT'),
          code: 'ENOENT',
          syscall: 'open',
          path,
        });
      program.options.setEnv(program.env, text);
    },
  };
}

/** The names of what keeps the program alive. */
const activeResources = ({ loop }: NodeProgram): string[] => [
  ...Array.from(pending, (request) => request.constructor.name),
  ...Array.from(Handle.active, ({ resourceName }) => resourceName),
  ...Array.from({ length: loop.timeoutInfo[0] ?? 0 }, () => 'Timeout'),
  ...Array.from({ length: loop.immediateInfo[1] ?? 0 }, () => 'Immediate'),
];

function kill(program: NodeProgram, pid: number, signal: number): number {
  if (signal !== 0 && program.options.signalName(signal) === undefined) return errnoOf('EINVAL');
  if (pid !== program.spec.pid) return killOther(program, Math.abs(pid), signal);
  if (signal === 0) return 0;
  const name = program.options.signalName(signal);
  if (!name) return errnoOf('EINVAL');
  const known = signalOf(signal);
  if (program.options.handles(name)) program.loop.enter(() => program.options.raise(name));
  else if (!known || endsProcess(known)) program.exit(128 + signal, known);
  return 0;
}

function killOther(program: NodeProgram, pid: number, signal: number): number {
  const known = signal === 0 ? null : signalOf(signal);
  // One that no program here gets stops nothing, but says whether the process exists.
  if (!program.sys.kill(pid, known ?? null)) return errnoOf('ESRCH');
  return known === undefined ? errnoOf('ENOTSUP') : 0;
}

function describeProcess(process: object, program: NodeProgram): void {
  const { spec, options } = program;
  const given = options.values['--title'];
  const { argv0 = 'node' } = spec;
  let title = typeof given === 'string' && given !== '' ? given : argv0;
  const values: Binding = {
    pid: spec.pid,
    ppid: spec.ppid,
    execPath: '/usr/bin/node',
    execArgv: options.execArgv,
    argv: [argv0, ...options.argv],
    debugPort: 9229,
  };
  for (const [name, value] of Object.entries(values))
    Reflect.defineProperty(process, name, { value, enumerable: true, configurable: true, writable: name !== 'pid' });
  Reflect.defineProperty(process, 'title', {
    enumerable: true,
    configurable: true,
    get: () => title,
    set(next: unknown) {
      title = String(next);
    },
  });
}

/** A value as the engine names it in its own error messages. */
function described(value: unknown): string {
  if (typeof value !== 'object' || value === null || value instanceof Error) return String(value);
  const { constructor } = value;
  const plain = value.toString === Object.prototype.toString && typeof constructor === 'function';
  return plain && constructor.name !== '' ? `#<${constructor.name}>` : Object.prototype.toString.call(value);
}

/** `internalBinding('errors')`. */
export function errors(
  program: NodeProgram,
  onFatal: (error: unknown, fromPromise: boolean) => void,
  onEnhance: (beforeInspector: Callback) => void,
): Binding {
  return {
    exitCodes: facts.bindings.errors?.exitCodes,
    setPrepareStackTraceCallback: noop,
    setGetSourceMapErrorSource: (sourceAt: Callback) => (sourceMaps.sourceAt = sourceAt),
    setSourceMapsEnabled: (on: boolean) => (sourceMaps.on = on),
    setMaybeCacheGeneratedSourceMap: noop,
    setEnhanceStackForFatalException: onEnhance,
    noSideEffectsToString: described,
    triggerUncaughtException: onFatal,
  };
}

/** Bindings that are the same for every run, or stubs of what a browser does not have. */
export const plainBindings = {
  builtins: (): Binding => ({
    // Includes one that exists only here.
    builtinIds: [...Object.keys(sources), 'internal/deps/undici/undici'],
    natives: sources,
    config: facts.config,
    builtinCategories: { canBeRequired: new Set(Object.keys(sources)), cannotBeRequired: new Set() },
    hasCachedBuiltins: () => true,
    setInternalLoaders: noop,
    getCacheUsage: () => ({
      compiledWithCache: new Set(),
      compiledWithoutCache: new Set(),
      compiledInSnapshot: new Set(),
    }),
  }),
  trace_events: (): Binding => ({
    getEnabledCategories: noop,
    setTraceCategoryStateUpdateHandler: noop,
    getCategoryEnabledBuffer: () => new Uint8Array(1),
    isTraceCategoryEnabled: () => false,
    trace: noop,
    available: false,
    CategorySet: class CategorySet {
      enable = missing('trace_events');
    },
  }),
  mksnapshot: (): Binding => ({
    setSerializeCallback: noop,
    setDeserializeCallback: noop,
    setDeserializeMainFunction: noop,
    isBuildingSnapshotBuffer: new Uint8Array(1),
    runEmbedderPreload: noop,
    compileSerializeMain: noop,
    anonymousMainPath: '__node_anonymous_main',
  }),
  permission: (): Binding => ({ has: () => true }),
  sea: (): Binding => ({ isSea: () => false, isExperimentalSeaWarningNeeded: () => false, getAsset: noop }),
  wasm_web_api: wasmStreaming,
  inspector: (): Binding => ({
    isEnabled: () => false,
    console: {},
    setConsoleExtensionInstaller: noop,
    registerAsyncHook: noop,
  }),
  heap_utils: (): Binding => withMissing('v8', {}),
  v8: (): Binding => ({
    ...facts.bindings.v8,
    heapStatisticsBuffer: heapStatistics.slice(),
    heapCodeStatisticsBuffer: new Float64Array(4),
    heapSpaceStatisticsBuffer: new Float64Array(4),
    kHeapSpaces: [
      'read_only_space',
      'new_space',
      'old_space',
      'code_space',
      'shared_space',
      'new_large_object_space',
      'large_object_space',
      'code_large_object_space',
      'shared_large_object_space',
    ],
    cachedDataVersionTag: () => 1_165_837_636,
    updateHeapStatisticsBuffer: noop,
    updateHeapCodeStatisticsBuffer: noop,
    updateHeapSpaceStatisticsBuffer: noop,
    setHeapSnapshotNearHeapLimit: noop,
    setFlagsFromString: noop,
    startupSnapshot: {},
    GCProfiler: class GCProfiler {},
  }),
  watchdog: (): Binding => ({ TraceSigintWatchdog: class TraceSigintWatchdog {} }),
  config: (): Binding => ({ ...facts.bindings.config, hasInspector: false }),
  constants(): Binding {
    const made = withNullPrototypes(facts.bindings.constants ?? {});
    // JSON has no such number.
    Object.assign(Object(made.zlib), { Z_MAX_CHUNK: Infinity });
    return made;
  },
};

/** `fs.constants` and the like have no prototype. */
function withNullPrototypes(value: object): Binding {
  const made: Binding = Object.create(null);
  for (const [key, one] of Object.entries(value))
    made[key] = typeof one === 'object' && one !== null ? withNullPrototypes(one) : one;
  return made;
}

/** `process[exit_info_private_symbol]`: whether it is exiting, its exit code, and whether it has one. */
export function addExitInfo(process: object): Int32Array {
  const info = new Int32Array(3);
  Reflect.set(process, privateSymbols.exit_info_private_symbol ?? '', info);
  return info;
}

const ENTRY_TYPES = ['GC', 'HTTP', 'HTTP2', 'NET', 'DNS'];
const MILESTONES = [
  'TIME_ORIGIN_TIMESTAMP',
  'TIME_ORIGIN',
  'ENVIRONMENT',
  'NODE_START',
  'V8_START',
  'LOOP_START',
  'LOOP_EXIT',
  'BOOTSTRAP_COMPLETE',
];

/** Adds the constants that only Node's own JavaScript knows. */
function withHidden(constants: object): object {
  const made = { ...constants };
  const hide = (kind: string, names: readonly string[]) => {
    for (const [value, name] of names.entries())
      Reflect.defineProperty(made, `NODE_PERFORMANCE_${kind}_${name}`, { value });
  };
  hide('ENTRY_TYPE', ENTRY_TYPES);
  hide('MILESTONE', MILESTONES);
  return made;
}

/** `internalBinding('performance')`. */
export function performanceBinding(): Binding {
  const milestones = new Float64Array(8).fill(-1);
  // timeOrigin, its timestamp in microseconds, then the milestones of Node's startup in nanoseconds.
  milestones[0] = timeOrigin * 1000;
  milestones[1] = 0;
  for (const index of [2, 3, 4, 7]) milestones[index] = 1e6 * index;
  let observe: Callback | undefined;
  return {
    constants: withHidden(Object(facts.bindings.performance?.constants)),
    milestones,
    observerCounts: new Uint32Array(5),
    now: () => clock() - START + 20,
    setupObservers: (callback: unknown) => void (observe = isCallback(callback) ? callback : undefined),
    notify: (...args: unknown[]) => observe?.(...args),
    installGarbageCollectionTracking: noop,
    removeGarbageCollectionTracking: noop,
    Histogram,
    createELDHistogram: (resolution: number) => new DelayHistogram(resolution),
    loopIdleTime: () => 0,
    markBootstrapComplete: noop,
    uvMetricsInfo: () => [0, 0, 0],
    getTimeOrigin: () => 0,
    getTimeOriginTimestamp: () => timeOrigin,
  };
}
