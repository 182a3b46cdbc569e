import { AsyncContexts } from './bindings/async-wrap';
import { isCallback, noop, type Binding, type Callback } from './binding';
import { indirectEval } from './bindings/compile';
import { shared } from './bindings/handle';
import { makeBindings, type Host } from './bindings/index';
import { noteProxies, noteSettled, noteWhatIsMade } from './bindings/introspect';
import { withMissing } from './missing';
import { addExitInfo } from './bindings/misc';
import { followWaits, subjectOf } from './bindings/shown-promises';
import { StandardStreams } from './bindings/stdio';
import { arrowOf } from './bindings/syntax-error';
import { privateSymbols, symbols } from './bindings/util';
import type { AstNode } from './esm/ast';
import { WAIT } from './esm/await-edits';
import { withThrows } from './esm/throw-edits';
import { encode } from '../../bytes-text';
import { VERSIONS } from '../versions';
import type { NodeProgram } from './program';
import { jsonPlace } from './json-errors';
import { sources, LIBRARY_VERSION } from './library';
import { followLocale } from './locale';
import { replaced } from './own/index';
import { useRequire } from './own/node-module';
import { fatalText, installStacks } from './stack';
import { useTimeZone } from '../../time-zone';

const RELEASE = `https://nodejs.org/download/release/${LIBRARY_VERSION}/node-${LIBRARY_VERSION}`;

/** Console methods that come from the engine in Node, too. */
const CONSOLE_OF_ENGINE = ['profile', 'profileEnd', 'timeStamp', 'context', 'createTask'];
const engineConsole = globalThis.console;

/** Node's enumerable globals, in its order. */
const GLOBALS =
  'global clearImmediate setImmediate clearInterval clearTimeout setInterval setTimeout queueMicrotask structuredClone atob btoa performance fetch crypto';

const BUILTIN = ['exports', 'require', 'module', 'process', 'internalBinding', 'primordials'];
const MAIN = ['process', 'require', 'internalBinding', 'primordials'];
const REALM = ['process', 'getLinkedBinding', 'getInternalBinding', 'primordials'];
const PER_CONTEXT = ['exports', 'primordials', 'privateSymbols', 'perIsolateSymbols'];

const parametersOf = (id: string): string[] => {
  if (id === 'internal/bootstrap/realm') return REALM;
  if (id.startsWith('internal/per_context/')) return PER_CONTEXT;
  return /^internal\/(?:main|bootstrap)\//.test(id) ? MAIN : BUILTIN;
};

/** Adds TypeScript, which Node 20 does not run, does without a loader thread, counts the memory of buffers, asks no proxy whether it is a context, keeps no module that is still loading for a global, and says which promises it shows and waits for. Each text is followed by what takes its place. Line numbers must stay: stacks name them. */
const PATCHES: Readonly<Record<string, readonly string[]>> = {
  assert: ['await resultPromise;', `await ${WAIT}(resultPromise);`],
  'internal/console/constructor': [
    'const opts = this[kGetInspectOptions](this._std',
    "internalBinding('util').beginShown(); const opts = this[kGetInspectOptions](this._std",
  ],
  'internal/util/inspect': [
    '  return formatValue(ctx, value, 0);\n}\ninspect.custom',
    "  return internalBinding('util').noteShown(formatValue(ctx, value, 0), ctx, () => inspect(...arguments));\n}\ninspect.custom",
    '= getPromiseDetails(value);',
    '= getPromiseDetails(value, ctx);',
  ],
  'internal/buffer': [
    'super(bufferOrLength, byteOffset, length);',
    "super(bufferOrLength, byteOffset, length); if (typeof bufferOrLength === 'number') internalBinding('buffer').hold(this.buffer, bufferOrLength);",
  ],
  'internal/util': ['mod ??= require(id);\n      value ??= mod[key];', 'mod = require(id);\n      value ??= mod[key];'],
  'internal/vm': [
    'return object[contextify_context_private_symbol] !== undefined;',
    "return internalBinding('contextify').isContext(object);",
  ],
  'internal/modules/esm/formats': ["'.mjs': 'module',", "'.mjs': 'module', '.mts': 'module', '.cts': 'commonjs',"],
  'internal/modules/esm/hooks': [
    'exports.HooksProxy = HooksProxy;',
    "exports.HooksProxy = internalBinding('module_wrap').makeHooksProxy(Hooks, require);",
  ],
  'internal/test_runner/utils': ['[cm]?js$/', '[cm]?[jt]s$/'],
  'internal/modules/esm/resolve': [
    '  let path;\n  try {\n    path = fileURLToPath(resolved);',
    "  let path; internalBinding('typescript').complete(resolved, base);\n  try {\n    path = fileURLToPath(resolved);",
  ],
  'internal/modules/cjs/loader': [
    'if (filename) { return filename; }\n  const requireStack',
    "if (filename) { return filename; } const typed = isRelative(request) && parent?.filename && internalBinding('typescript').find(path.resolve(parent.filename, '..', request), parent.filename); if (typed) { return typed; }\n  const requireStack",
  ],
  'internal/modules/esm/get_format': ["if (ext === '.js') {", "if (['.js', '.ts', '.tsx', '.jsx'].includes(ext)) {"],
};

const sourceOf = (id: string): string => {
  const edits = PATCHES[id] ?? [];
  let text = sources[id] ?? '';
  for (let at = 0; at < edits.length; at += 2) text = text.replaceAll(edits[at] ?? '', edits[at + 1] ?? '');
  return text;
};

/** Compiles one of Node's own modules; its stack frames have the same names and positions as in Node. */
function compileBuiltin(id: string, program: NodeProgram): Callback {
  const own = replaced(id, program);
  if (own) return own;
  const text = withThrows(sourceOf(id), `node:${id}`);
  const made = indirectEval(`(function (${parametersOf(id).join(', ')}) {${text}\n})\n//# sourceURL=node:${id}`);
  if (!isCallback(made)) throw new Error(`No such built-in module: ${id}`);
  return made;
}

/** Node's own JavaScript, started as its C++ starts it, on top of the bindings in this folder. */
export class Realm {
  readonly process: NodeJS.Process;
  readonly streams: StandardStreams;
  private readonly contexts: AsyncContexts;
  private readonly exitInfo: Int32Array;
  private readonly primordials: object = {};
  private readonly perContext: Record<string, unknown> = {};
  private internalBinding: Callback = () => undefined;
  private require: Callback = () => undefined;
  private onReject: Callback | undefined;
  /** Adds to an unhandled `error` event where it was emitted. */
  private enhance: Callback | undefined;
  private parser: ((text: string, options: object) => AstNode) | undefined;

  constructor(private readonly program: NodeProgram) {
    this.contexts = new AsyncContexts(program.loop);
    Object.assign(shared, { loop: program.loop, contexts: this.contexts });
    this.streams = new StandardStreams(program);
    // `process` is an instance of a class with this name.
    // The minifier renames functions, but not properties.
    const { process: Process } = { process: function () {} };
    this.process = Object.create(Process.prototype);
    this.exitInfo = addExitInfo(this.process);
    program.loop.callbacks = {
      receiver: this.process,
      processTicks: () => undefined,
      processTimers: () => 0,
      processImmediate: () => undefined,
      onError: (error) => this.fatal(error, false),
      onIdle: () => this.idle(),
    };
  }

  /** Runs Node's bootstrap, up to the part that depends on the program. */
  bootstrap(): void {
    const { process } = this;
    followLocale(this.program.env);
    useTimeZone(this.program.env.TZ);
    // Node's own JavaScript creates proxies that programs get to see.
    noteProxies();
    for (const id of ['primordials', 'domexception', 'messageport'])
      compileBuiltin(`internal/per_context/${id}`, this.program)(
        this.perContext,
        this.primordials,
        privateSymbols,
        symbols,
      );
    noteWhatIsMade();
    followWaits();
    defineReadOnly(process, {
      version: LIBRARY_VERSION,
      versions: defineReadOnly({}, VERSIONS),
      arch: 'x64',
      platform: 'linux',
      release: defineReadOnly(
        {},
        { name: 'node', lts: 'Iron', sourceUrl: `${RELEASE}.tar.gz`, headersUrl: `${RELEASE}-headers.tar.gz` },
      ),
    });
    Reflect.defineProperty(process, 'env', {
      value: environment(this.program.env),
      enumerable: true,
      configurable: true,
      writable: true,
    });
    const bindings = makeBindings(this.program, this.host());
    compileBuiltin('internal/bootstrap/realm', this.program)(
      process,
      () => ({}),
      (name: string) => {
        const make = bindings[name];
        const binding: Binding = make ? make() : {};
        // They get the names that Node's C++ gives them, and the number of parameters.
        for (const [key, found] of Object.entries(binding)) {
          const value = found === noop ? () => undefined : found;
          if (!isCallback(value) || isEngines(value)) continue;
          if (value !== found) binding[key] = value;
          if (value.name !== key) Reflect.defineProperty(value, 'name', { value: key, configurable: true });
          if (!/^class\b/.test(Function.prototype.toString.call(value)))
            Reflect.defineProperty(value, 'length', { value: 0, configurable: true });
        }
        if (name === 'builtins')
          binding.setInternalLoaders = (internalBinding: Callback, require: Callback) => {
            Object.assign(this, { internalBinding, require });
            useRequire(require);
          };
        return make ? binding : withMissing(name, binding);
      },
      this.primordials,
    );
    for (const id of [
      'node',
      'web/exposed-wildcard',
      'web/exposed-window-or-worker',
      ...(this.program.spec.thread
        ? ['switches/is_not_main_thread', 'switches/does_not_own_process_state']
        : ['switches/is_main_thread', 'switches/does_own_process_state']),
    ])
      this.run(`internal/bootstrap/${id}`);
    for (const name of GLOBALS.split(' ')) {
      const found = Reflect.getOwnPropertyDescriptor(globalThis, name);
      if (found && Reflect.deleteProperty(globalThis, name)) Reflect.defineProperty(globalThis, name, found);
    }
    // Natively, the inspector's console calls Node's: each method has its own name, and no parameters.
    for (const [name, method] of Object.entries(globalThis.console))
      if (isCallback(method))
        Object.defineProperties(method, {
          name: { value: name, configurable: true },
          length: { value: 0, configurable: true },
        });
    for (const name of CONSOLE_OF_ENGINE)
      if (name in engineConsole) Reflect.set(globalThis.console, name, Reflect.get(engineConsole, name));
  }

  /** Runs one of Node's main scripts. */
  start(main: string): void {
    const { overrideStackTrace, kIsNodeError, ErrorPrepareStackTrace } = Object(this.require('internal/errors'));
    const isNodeError = (error: Error): error is NodeJS.ErrnoException => kIsNodeError in error;
    installStacks(isNodeError, overrideStackTrace, ErrorPrepareStackTrace, this.program.loop.continuesBelowTicks);
    this.program.loop.scope(() => this.contexts.runFirst(() => this.run(main)));
    this.program.loop.check();
  }

  private run(id: string): void {
    compileBuiltin(id, this.program)(this.process, this.require, this.internalBinding, this.primordials);
  }

  private host(): Host {
    return {
      contexts: this.contexts,
      streams: this.streams,
      compileBuiltin: (id) => compileBuiltin(id, this.program),
      onFatal: (error, fromPromise) => this.fatal(error, fromPromise, /run_main/.test(new Error('here').stack ?? '')),
      onEnhance: (beforeInspector) => (this.enhance = beforeInspector),
      onPromiseReject: (callback) => (this.onReject = callback),
      emitMessage: () => this.perContext.emitMessage,
      domException: () => this.perContext.DOMException,
      parse: (source) => this.parse(source),
      parseScript: (source) => this.parse(source, 'script'),
      parsesAsModule: (source) => {
        try {
          this.parse(source);
          return true;
        } catch {
          return false;
        }
      },
      importDynamically: (...args) => this.callback('dynamic', args),
      initializeMeta: (...args) => void this.callback('meta', args),
    };
  }

  private callback(name: string, args: unknown[]): unknown {
    const { callbacks } = Object(this.internalBinding('module_wrap'));
    const call: unknown = Reflect.get(Object(callbacks), name);
    return isCallback(call) ? call(...args) : undefined;
  }

  private parse(source: string, sourceType: 'script' | 'module' = 'module'): AstNode {
    this.parser ??= Object(this.require('internal/deps/acorn/acorn/dist/acorn')).parse;
    if (!this.parser) throw new Error('there is no parser');
    return this.parser(source, {
      ecmaVersion: 'latest',
      sourceType,
      allowHashBang: true,
      allowReturnOutsideFunction: sourceType === 'script',
    });
  }

  /** Called when the browser reports an unhandled rejection, or one that was handled later. */
  rejected(asker: Promise<unknown>, reason: unknown, handled: boolean): void {
    const promise = subjectOf(asker);
    if (!handled) noteSettled(promise, 2, reason);
    this.program.loop.scope(() => this.onReject?.(handled ? 1 : 0, promise, handled ? undefined : reason));
  }

  /** Handles an uncaught error: the program handles it, or ends. `ofEntry`: a module threw it that the program began with. */
  fatal(error: unknown, fromPromise: boolean, ofEntry = false): void {
    const handle: unknown = Reflect.get(this.process, '_fatalException');
    let handled = false;
    try {
      handled = isCallback(handle) && handle.call(this.process, error, fromPromise) === true;
    } catch (second) {
      this.say(fatalText(second, this.inspect, this.lineOf));
      this.program.exit(7);
    }
    if (handled) return;
    this.streams.flush();
    if (error instanceof Error) this.enhance?.(error);
    const made = fromPromise ? undefined : jsonPlace(error);
    this.say(fatalText(error, this.inspect, this.lineOf, { arrow: arrowOf(error), made, fromPromise, ofEntry }));
    // 133: the signal that V8 raises.
    if (this.program.options.abortsOnError) this.program.exit(133);
    this.program.exit(this.exitInfo[2] ? (this.exitInfo[1] ?? 1) : 1);
  }

  private say(text: string): void {
    this.streams.write(2, encode(text));
  }

  private readonly inspect = (value: unknown): string =>
    String(Object(this.require('internal/util/inspect')).inspect(value, { customInspect: false, depth: 5 }));

  /** A line, counted from 1, of one of Node's modules, of the `--eval` text, or of a file. */
  private readonly lineOf = (place: string, line: number): string | undefined => {
    const { program } = this;
    const text = place.startsWith('node:')
      ? sourceOf(place.slice('node:'.length))
      : /^\[(?:worker )?eval\]$|\/\[eval1\]$/.test(place)
        ? String(Reflect.get(this.process, '_eval') ?? program.options.values['--eval'])
        : program.text(pathOf(place));
    return text?.split('\n')[line - 1];
  };

  /** Called when nothing keeps the program alive. */
  private idle(): void {
    const { process, program } = this;
    const code = () => (this.exitInfo[2] ? (this.exitInfo[1] ?? 0) : 0);
    program.loop.scope(() => void process.emit('beforeExit', code()));
    program.loop.afterIdle(() => {
      Reflect.set(process, '_exiting', true);
      program.loop.scope(() => void process.emit('exit', code()));
      program.loop.finish(() => program.exit(code()));
    });
  }
}

const isEngines = (value: Callback): boolean => Function.prototype.toString.call(value).endsWith('{ [native code] }');

/** Defines properties that a program can replace, but not assign to. */
function defineReadOnly(target: object, values: Readonly<Record<string, unknown>>): object {
  for (const [name, value] of Object.entries(values))
    Reflect.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: false });
  return target;
}

/** The file that a stack frame names. */
function pathOf(place: string): string {
  try {
    return place.startsWith('file://') ? decodeURIComponent(place.slice('file://'.length)) : place;
  } catch {
    return place;
  }
}

/** `process.env`: all its values are strings. */
function environment(env: Record<string, string>): Record<string, string> {
  return new NativeProxy(env, {
    set: (target, key, value) => {
      if (typeof key === 'symbol' || typeof value === 'symbol')
        throw new TypeError('Cannot convert a Symbol value to a string');
      target[key] = String(value);
      if (key === 'TZ') useTimeZone(target[key]);
      return true;
    },
    deleteProperty: (target, key) => {
      if (key === 'TZ') useTimeZone(undefined);
      return Reflect.deleteProperty(target, key);
    },
    defineProperty(target, key, { value, get, set, ...flags }) {
      const wanted = { configurable: true, writable: true, enumerable: true };
      const accepts =
        get || set
          ? 'does not accept an accessor(getter/setter) descriptor'
          : 'only accepts a configurable, writable, and enumerable data descriptor';
      if (get || set || Object.keys(wanted).some((flag) => Reflect.get(flags, flag) !== true))
        throw Object.assign(new TypeError(`'process.env' ${accepts}`), { code: 'ERR_INVALID_OBJECT_DEFINE_PROPERTY' });
      return typeof key === 'string' && Reflect.defineProperty(target, key, { ...wanted, value: String(value) });
    },
  });
}

const NativeProxy = globalThis.Proxy;
