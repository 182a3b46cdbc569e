import { isCallback } from './bindings/binding';
import { columnInFile } from './bindings/compile';
import { thrownAt } from './esm/throw-edits';
import { VERSION } from './library';

/** What the engine calls the script that this is in. */
const OWN = /\(?([^\s(]+):\d+:\d+\)?$/.exec((new Error('own').stack ?? '').split('\n')[1] ?? '')?.[1] ?? 'blob:';

const isOwn = (line: string): boolean => /^\s+at /.test(line) && line.includes(OWN);
/** A function of the engine's, but those that the program calls through what notes them. */
const ENGINE = /^\s+at (?!new Promise |JSON\.parse ).*<anonymous>\)?$/;

/** Whether the next that is not the engine's is the sandbox's own. */
const isCalledHere = (lines: readonly string[], index: number): boolean =>
  (lines[index] ?? '').endsWith('<anonymous>') || isOwn(lines.slice(index).find((line) => !ENGINE.test(line)) ?? '');

/** What runs a module is not seen from a module that waited. */
const BELOW_MODULE = /(\n +at async (?:[^\n]*\()?file:[^\n]*)\n +at async ModuleJob\.run [^]*$/;

/** Whether a frame is the engine's that the sandbox called. */
const isEngineHere = (lines: readonly string[], index: number): boolean =>
  ENGINE.test(lines[index] ?? '') && isCalledHere(lines, index);

/** A stack with the sandbox's own frames left out, and the program's named and placed as Node does. */
const cleanStack = (stack: string): string =>
  stack
    .split('\n')
    .filter((line, index, all) => !isOwn(line) && !isEngineHere(all, index))
    .map((line) =>
      line
        .replace(/^(\s+at (?:async )?[\w$.]+)\.eval \[as ([^\]]+)\]/, '$1.$2')
        .replace(/^(\s+at (?:async )?)eval \((.*)\)$/, '$1$2')
        .replace(/\beval (?=[[(])/, '<anonymous> '),
    )
    .map(placed)
    .join('\n')
    .replace(BELOW_MODULE, '$1');

/** A text stands in a function of ours, and some of its lines are longer. */
const placed = (line: string): string =>
  line.replace(/((?:file:\/\/)?\/[^\s():]+):(\d+):(\d+)(?=\)?$)/, (_, path: string, row: string, column: string) => {
    return `${path}:${row}:${columnInFile(path, Number(row), Number(column))}`;
  });

const NativeProxy = globalThis.Proxy;

/** The engine's own frames, by those that stand for them. */
const engines = new WeakMap<object, { toString(): string }>();

/** A frame as Node would have it: a text that was compiled here has its name only from its own last line. */
function sited(frame: NodeJS.CallSite): NodeJS.CallSite {
  if (engines.has(frame)) return frame;
  const made = new NativeProxy(frame, {
    get(target, key) {
      const name = target.getFileName() ?? target.getScriptNameOrSourceURL();
      if (key === 'getFileName') return () => name;
      if (key === 'toString') return () => cleanStack(`    at ${textOf(target)}`).slice('    at '.length);
      const value: unknown = Reflect.get(target, key);
      if (!isCallback(value)) return value;
      return (...args: unknown[]) => {
        const result = Reflect.apply(value, target, args);
        // A script is what the sandbox has the engine evaluate.
        if (key === 'getFunctionName' && result === 'eval' && target.isEval()) return null;
        return key === 'getColumnNumber' && typeof result === 'number'
          ? columnInFile(name ?? '', target.getLineNumber() ?? 0, result)
          : result;
      };
    },
  });
  engines.set(made, frame);
  return made;
}

type Prepare = (error: Error, frames: NodeJS.CallSite[]) => unknown;

/** Takes the engine's own frames, in place of all else. */
let take: ((frames: NodeJS.CallSite[]) => void) | undefined;

/** Where the function that calls this was called: line, column and file. */
export function callerLocation(): [number, number, string] | undefined {
  let frames: NodeJS.CallSite[] = [];
  take = (found) => (frames = found);
  void new Error('here').stack;
  take = undefined;
  const caller = frames[2] && sited(frames[2]);
  return caller && [caller.getLineNumber() ?? 0, caller.getColumnNumber() ?? 0, caller.getFileName() ?? ''];
}

const textOf = (frame: { toString(): string }): string => (engines.get(frame) ?? frame).toString();

/** How many frames a program is shown, and how many more are taken: some are the sandbox's own. */
let shown: unknown = 10;
const MORE = 22;
const taken = (limit: unknown): unknown => (typeof limit === 'number' && limit > 0 ? limit + MORE : limit);
const isShown = (_: unknown, index: number): boolean => typeof shown !== 'number' || index < shown;

/** Puts in the place of `Error` one whose `stackTraceLimit` is what the program is shown. */
export function limitStacks(): void {
  const Native = globalThis.Error;
  Native.stackTraceLimit = 0;
  const Limited: ErrorConstructor = new NativeProxy(Native, {
    get: (target, key) => (key === 'stackTraceLimit' ? shown : Reflect.get(target, key)),
    set(target, key, value, receiver) {
      if (key !== 'stackTraceLimit' || receiver !== Limited) return Reflect.set(target, key, value, receiver);
      shown = value;
      return Reflect.set(target, key, taken(value));
    },
    getOwnPropertyDescriptor(target, key) {
      const own = Reflect.getOwnPropertyDescriptor(target, key);
      return own && key === 'stackTraceLimit' ? { ...own, value: shown } : own;
    },
  });
  Limited.stackTraceLimit = 10;
  const { EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError, AggregateError } = globalThis;
  for (const one of [EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError, AggregateError])
    Reflect.setPrototypeOf(one, Limited);
  Reflect.defineProperty(Native.prototype, 'constructor', { value: Limited, writable: true, configurable: true });
  Reflect.defineProperty(globalThis, 'Error', { value: Limited, writable: true, configurable: true });
}

/** What calls the sandbox where a thread of Node's stands in for a browser's worker. */
const STAND_IN =
  /kHybridDispatch\] \(node:internal\/event_target|\(node:internal\/per_context\/messageport|process\.emit \(/;

/** Whether a frame, of all, stands below the sandbox's own in the thread that stands in for a worker. */
function isOfStandIn(lines: readonly string[]): (index: number) => boolean {
  const start = lines.findLastIndex(isOwn);
  const has = start >= 0 && lines.slice(start + 1).some((line) => STAND_IN.test(line));
  return (index) => has && index > start && !/^ +at async /.test(lines[index] ?? '');
}

function framesText(frames: readonly NodeJS.CallSite[]): string {
  const lines = frames.map((frame) => `    at ${textOf(frame)}`);
  const isBelow = isOfStandIn(lines);
  const inside = lines.filter((_, index) => !isBelow(index));
  const [first = '', ...clean] = cleanStack(['', ...inside].join('\n')).split('\n');
  return [first, ...clean.filter(isShown)].join('\n');
}

/** The program's frames, as many as it is shown. */
function programFrames(frames: readonly NodeJS.CallSite[]): NodeJS.CallSite[] {
  const lines = frames.map((frame) => `    at ${textOf(frame)}`);
  const isBelow = isOfStandIn(lines);
  return frames
    .filter((_, index) => !isBelow(index) && !isOwn(lines[index] ?? '') && !isEngineHere(lines, index))
    .filter(isShown)
    .map(sited);
}

/** Has the engine write stacks so, until the program has it write its own. */
export function installStacks(
  isNodeError: (error: Error) => error is NodeJS.ErrnoException,
  overrides: WeakMap<object, Prepare>,
): void {
  const prepare: Prepare = (error, frames) => {
    if (take) return take(frames);
    // Node's own JavaScript asks for the frames of an error, as `assert` does to find the line that failed.
    const override = overrides.get(error);
    if (override) {
      overrides.delete(error);
      return override(error, programFrames(frames));
    }
    let title: string;
    try {
      title = isNodeError(error)
        ? `${error.name} [${error.code}]: ${error.message}`
        : Error.prototype.toString.call(error);
    } catch {
      title = '<error>';
    }
    return title + framesText(frames);
  };
  keepFramesFor(prepare);
}

/** The engine calls `prepare`, or what the program puts in its place, with frames that are as in Node. */
function keepFramesFor(prepare: Prepare): void {
  const wrappers = new WeakSet<object>();
  let current: unknown = prepare;
  Reflect.defineProperty(Error, 'prepareStackTrace', {
    configurable: true,
    get: () => (take ? prepare : current),
    set(next: unknown) {
      if (!isCallback(next) || next === prepare) current = prepare;
      else if (wrappers.has(next)) current = next;
      else {
        const wrapped: Prepare = (error, frames) =>
          take ? prepare(error, frames) : next.call(Error, error, programFrames(frames));
        wrappers.add(wrapped);
        current = wrapped;
      }
    },
  });
}

/** Errors of syntax begin with their place. */
const IS_PLACED = /^\S+(?::\d+\n.*\n\s*\^+\n|(?::\d+\n.*\n\s*\^*)?\n\n)\w+:/;
const TOP_FRAME = /^ +at (?:.*\()?((?:file:\/\/)?\/[^\s():]+|node:[\w/]+|\[eval\]):(\d+):(\d+)\)?$/m;

/** An error that Node's own JavaScript makes and throws further below. */
const MADE = /^\s*(?:const|let|var) (\w+) = new \w*Error\b/;
const MOST_BELOW = 6;

/** The place of the top frame, and its line with a mark below it, as far as `lineOf` knows it. */
function sourceOfError(
  stack: string,
  lineOf: (place: string, line: number) => string | undefined,
  thrown: boolean,
): string {
  const [, place, line, column] = TOP_FRAME.exec(stack) ?? [];
  if (place === undefined) return '';
  const source = lineOf(place, Number(line));
  if (source === undefined) return `${place}:${line}\n\n`;
  const [, name] = (thrown && MADE.exec(source)) || [];
  for (let below = 1; name !== undefined && below <= MOST_BELOW; below++) {
    const further = lineOf(place, Number(line) + below);
    const indent = further?.indexOf(`throw ${name};`) ?? -1;
    if (indent >= 0) return `${place}:${Number(line) + below}\n${further}\n${' '.repeat(indent)}^\n\n`;
  }
  // An error that is thrown where it is made is marked at `throw`.
  const made = source.slice(0, Number(column) - 1);
  const before = thrown ? made.replace(/throw\s+$/, '') : made;
  return `${place}:${line}\n${source}\n${before.replaceAll(/[^\t]/g, ' ')}^\n\n`;
}

/** A place, and its line with a mark below it; undefined if the line is not known. */
function markedLine(
  place: string,
  line: number,
  column: number,
  lineOf: (place: string, line: number) => string | undefined,
): string | undefined {
  const source = lineOf(place, line);
  if (source === undefined) return undefined;
  return `${place}:${line}\n${source}\n${source.slice(0, column - 1).replaceAll(/[^\t]/g, ' ')}^\n`;
}

/** What `node` prints before it dies of an error: where it was thrown, and all that the error says. `arrow`: the place, if the error brings it; `fromPromise`: where it was made counts, as no one threw it. */
export function fatalText(
  error: unknown,
  inspect: (value: unknown) => string,
  lineOf: (place: string, line: number) => string | undefined,
  { arrow = '', fromPromise = false }: { arrow?: string; fromPromise?: boolean } = {},
): string {
  const thrown = fromPromise ? undefined : thrownAt(error);
  const marked = thrown && markedLine(thrown.url, thrown.line, thrown.column, lineOf);
  if (!(error instanceof Error)) {
    const isObject = Object(error) === error;
    const trace = isObject ? '' : '(Use `node --trace-uncaught ...` to show where the exception was thrown)\n';
    const place = marked ? `${marked}${isObject ? '\n' : ''}` : 'Uncaught:\n';
    return `${place}${isObject ? inspect(error) : String(error)}\n${trace}\nNode.js ${VERSION}\n`;
  }
  const { stack = '' } = error;
  const own = IS_PLACED.test(stack) ? '' : sourceOfError(stack, lineOf, !fromPromise);
  const known = arrow || marked;
  const place = known ? `${known}\n` : own;
  return `${place}${inspect(error)}\n\nNode.js ${VERSION}\n`;
}
