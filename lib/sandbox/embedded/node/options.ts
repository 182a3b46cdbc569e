import { parseEnvText } from './env-file';
import { facts, LIBRARY_VERSION } from './library';

const NOT_IN_ENVIRONMENT = 1;
const TYPES = { noOp: 0, v8: 1, boolean: 2, integer: 3, unsigned: 4, string: 5, hostPort: 6, list: 7 } as const;
const known = new Map(facts.options);
const aliases = new Map(facts.aliases);

/** V8 options that are accepted but have no effect here. */
const OF_V8 =
  /^--(?:max-|min-|stack-|harmony|no-harmony|allow-natives-syntax|expose-gc|expose_gc|jitless|trace-|optimize|no-opt|single-threaded|random-seed|gc-|predictable|use-)/;

/** Options that take one of a few values, and what is said of others. */
const CHOICES: Readonly<Record<string, { values: readonly string[]; otherwise: string }>> = {
  '--unhandled-rejections': {
    values: ['warn-with-error-code', 'throw', 'strict', 'warn', 'none'],
    otherwise: 'invalid value for --unhandled-rejections',
  },
  '--input-type': { values: ['module', 'commonjs'], otherwise: '--input-type must be "module" or "commonjs"' },
};

/** What options need that is missing here: without it, the program would not do what was asked. */
const MISSING: Readonly<Record<string, string>> = {
  '--build-snapshot': 'snapshots',
  '--build-snapshot-config': 'snapshots',
  '--completion-bash': 'completion script',
  '--disable-proto': 'way to change __proto__',
  '--experimental-permission': 'permission model: the sandbox itself has no access to your machine',
  '--experimental-sea-config': 'single executable applications',
  '--frozen-intrinsics': 'frozen intrinsics',
  '--prof-process': 'profiler',
  '--use-strict': "strict mode for all code: write 'use strict' where it is wanted",
  '--v8-options': 'list of the options of V8',
};

/** The same for options that only watch the program: it runs without them. */
const UNWATCHED: Readonly<Record<string, string>> = {
  '--cpu-prof': 'profiler: use console.time or performance.now',
  '--heap-prof': 'profiler',
  '--heapsnapshot-signal': 'heap snapshots',
  '--inspect': 'debugger',
  '--inspect-brk': 'debugger',
  '--prof': 'profiler: use console.time or performance.now',
};

/** Options of Node's own that only a whole program has, beside V8's. */
const OF_PROCESS =
  /^--(?:title|v8-pool-size|use-openssl-ca|use-bundled-ca|zero-fill-buffers|secure-heap(?:-min)?|trace-sigint|icu-data-dir|disable-proto|openssl-[\w-]+)$/;

/** Whether an option is for the whole program, so that no thread takes it. */
export function isOfProcess(option: string): boolean {
  const name = option.replace(/=.*/s, '');
  const info = known.get(name);
  return info ? info.type === TYPES.v8 || OF_PROCESS.test(name) : OF_V8.test(name);
}

/** What an alias expands to; some only with a value, or before one. */
const aliasOf = (name: string, value: string | undefined, next: string | undefined): string[] | undefined =>
  value !== undefined
    ? (aliases.get(`${name}=`) ?? aliases.get(name))
    : ((next === undefined || next.startsWith('-') ? undefined : aliases.get(`${name} <arg>`)) ?? aliases.get(name));

/** The parsed command line of `node`. */
export class NodeOptions {
  readonly values: Record<string, unknown> = Object.assign(Object.create(null), structuredClone(facts.values));
  readonly execArgv: string[] = [];
  /** The script and its arguments. */
  argv: string[] = [];
  /** The error message for options that are not understood, and the exit code. */
  refused: { message: string; code: number } | undefined;
  /** Set once the program runs: whether it handles a signal. */
  handles: (signal: string) => boolean = () => false;
  raise: (signal: string) => void = () => undefined;
  stackTraceLimit = 10;
  /** `--expose-gc`. */
  exposesGc = false;
  /** Whether an error that nothing handles ends the program as a signal would. */
  abortsOnError = false;
  /** What is said before the program runs. */
  readonly notes: string[] = [];
  private readonly envFiles: { path: string; optional: boolean }[] = [];

  /** `called`: the program's name in its errors. */
  constructor(
    args: readonly string[],
    env: Readonly<Record<string, string>>,
    private readonly called = 'node',
  ) {
    for (const name of Object.keys(this.values))
      if (name.startsWith('--no-') && `--${name.slice(5)}` in this.values)
        this.values[name] = this.values[`--${name.slice(5)}`] !== true;
    const fromEnv = (env.NODE_OPTIONS ?? '').split(/\s+/).filter(Boolean);
    this.read(fromEnv, true);
    this.argv = this.read([...args], false);
    this.execArgv.push(...args.slice(0, args.length - this.argv.length));
    if (this.execArgv.at(-1) === '--') this.execArgv.pop();
    this.values['[has_eval_string]'] = this.evaluates;
    if (this.evaluates && this.values['--check']) this.refuse('either --check or --eval can be used, not both');
  }

  private evaluates = false;

  get version(): string {
    return `${LIBRARY_VERSION}\n`;
  }

  /** Which of Node's own main scripts runs. `typed`: standard input is a terminal. */
  mainFor(typed: boolean): string {
    if (this.values['--test']) return 'internal/main/test_runner';
    if (this.values['--check']) return 'internal/main/check_syntax';
    if (this.evaluates && !this.values['--interactive']) return 'internal/main/eval_string';
    if (this.values['--watch']) return 'internal/main/watch_mode';
    if (this.values['--help']) return 'internal/main/print_help';
    if (this.argv[0] !== undefined && this.argv[0] !== '-') return 'internal/main/run_main_module';
    return this.values['--interactive'] || typed ? 'internal/main/repl' : 'internal/main/eval_stdin';
  }

  /** Sets variables from a `.env` file that the environment lacks. */
  setEnv(env: Record<string, string>, text: string): void {
    for (const [name, value] of Object.entries(parseEnvText(text))) if (!Object.hasOwn(env, name)) env[name] = value;
  }

  /** Reads the files of `--env-file`: a later file overrides an earlier one, and the environment overrides all. */
  loadEnvFiles(env: Record<string, string>, read: (path: string) => string | undefined): void {
    const given = { ...env };
    for (const { path, optional } of this.envFiles) {
      const text = read(path);
      if (text !== undefined) Object.assign(env, parseEnvText(text), given);
      else if (!optional) this.refused ??= { message: `${this.called}: ${path}: not found`, code: 9 };
    }
  }

  signalName(number: number): string | undefined {
    const signals = Object(facts.bindings.constants?.os).signals ?? {};
    return Object.keys(signals).find((name) => Reflect.get(signals, name) === number);
  }

  private refuse(message: string): void {
    this.refused ??= { message: `${this.called}: ${message}`, code: 9 };
  }

  /** Consumes options from the front of `rest`; returns what is left. */
  private read(rest: string[], fromEnv: boolean): string[] {
    let shortened: string | undefined;
    while (rest[0]?.startsWith('-') && rest[0] !== '-') {
      const written = rest.shift() ?? '';
      if (written === '--') break;
      const at = written.startsWith('--') ? written.indexOf('=') : -1;
      const name = (at < 0 ? written : written.slice(0, at)).replaceAll(/(?<=\w)_/g, '-');
      const value = at < 0 ? undefined : written.slice(at + 1);
      const alias = aliasOf(name, value, rest[0]);
      if (alias) {
        const [first = '', ...more] = alias;
        rest.unshift(value === undefined ? first : `${first}=${value}`, ...more);
        shortened = written;
        continue;
      }
      if (!this.take(name, value, { written: shortened ?? written, rest, fromEnv }) && !this.refused)
        this.refuse(fromEnv ? `${shortened ?? written} is not allowed in NODE_OPTIONS` : `bad option: ${written}`);
      shortened = undefined;
      if (fromEnv && this.refused) return rest;
    }
    return rest;
  }

  private take(
    name: string,
    value: string | undefined,
    { written, rest, fromEnv }: { written: string; rest: string[]; fromEnv: boolean },
  ): boolean {
    const negated = name.startsWith('--no-') && !known.has(name);
    const full = negated ? `--${name.slice(5)}` : name;
    const info = known.get(full);
    if (full === '--expose-gc') this.exposesGc = !negated;
    const unwatched = UNWATCHED[full];
    if (unwatched !== undefined) this.notes.push(`node: ${full} does nothing: this sandbox's node has no ${unwatched}`);
    const missing = MISSING[full];
    if (missing !== undefined) this.refuse(`${full} is not here: this sandbox's node has no ${missing}`);
    if (!info) return OF_V8.test(name);
    if (fromEnv && info.envVarSettings === NOT_IN_ENVIRONMENT) return false;
    if (negated && info.type !== TYPES.boolean && info.type !== TYPES.v8) {
      this.refuse(`${written} is an invalid negation because it is not a boolean option`);
      return true;
    }
    switch (info.type) {
      case TYPES.boolean:
        if (value !== undefined) this.refuse(`${full} does not take an argument`);
        this.set(full, !negated);
        return true;
      case TYPES.noOp:
      case TYPES.v8: {
        if (/(?:size|limit)$/.test(full) && !/^-?\d*$/.test(value ?? 'none')) return false;
        if (full === '--stack-trace-limit' && value) this.stackTraceLimit = Number(value);
        if (full === '--abort-on-uncaught-exception') this.abortsOnError = !negated;
        return true;
      }
      default:
        return this.takeValue(full, info.type, value, written, rest);
    }
  }

  private takeValue(name: string, type: number, given: string | undefined, written: string, rest: string[]): boolean {
    const next = given ?? (rest[0]?.startsWith('-') && rest[0] !== '-' && name !== '--eval' ? undefined : rest.shift());
    if (next === undefined) {
      if (name === '--eval' && this.values['--print']) return true;
      this.refuse(`${written} requires an argument`);
      return true;
    }
    const choice = CHOICES[name];
    if (choice && !choice.values.includes(next)) this.refuse(choice.otherwise);
    if (name === '--eval') this.evaluates = true;
    if (name === '--env-file' || name === '--env-file-if-exists')
      this.envFiles.push({ path: next, optional: name !== '--env-file' });
    if (type === TYPES.list) this.values[name] = [...(Array.isArray(this.values[name]) ? this.values[name] : []), next];
    else if (type === TYPES.integer || type === TYPES.unsigned) this.values[name] = Number(next);
    else this.values[name] = next;
    return true;
  }

  private set(name: string, on: boolean): void {
    this.values[name] = on;
    this.values[`--no-${name.slice(2)}`] = !on;
  }
}
