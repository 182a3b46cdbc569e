import { isCallback, type Callback } from './binding';
import { columnInFile, named } from './bindings/compile';
import { isNativeError } from './bindings/types';
import { originOf, placeEvals } from './eval-frames';
import { thrownAt } from './esm/throw-edits';
import { nodesNames } from './frame-names';
import { LIBRARY_VERSION } from './library';

/**
 * The URL of the script that this code is in. It is not read while the script loads: for an error made then, the engine parses
 * the whole script once more.
 */
let own = 'blob:';
const ownUrl = (): string | undefined =>
  /\(?([^\s(]+):\d+:\d+\)?$/.exec((new Error('own').stack ?? '').split('\n')[1] ?? '')?.[1];

/** What evaluates scripts of contexts is in the first line of its text, where Node's own module has only its license. */
const isOwn = (line: string): boolean =>
  /^\s+at /.test(line) && (line.includes(own) || /\(node:vm:1:\d+\)$/.test(line));
/** Frames of native functions, except those that the program calls through a recording wrapper. */
const ENGINE = /^\s+at (?!new Promise |(?:new )?Function \(|JSON\.parse ).*<anonymous>\)?$/;

/** Whether the next frame that is not native is the sandbox's own. */
const isCalledHere = (lines: readonly string[], index: number): boolean =>
  (lines[index] ?? '').endsWith('<anonymous>') || isOwn(lines.slice(index).find((line) => !ENGINE.test(line)) ?? '');

/** A module that waited does not show what runs it. */
const BELOW_MODULE = /(\n +at [^\n]*file:[^\n]*)\n +at async ModuleJob\.run [^]*$/;

/** Node's parser is native, and so is what calls it in a server. */
const PARSER = /(\n +at )\S+\.(parserOn\w+ \(node:_http_common[^\n]*)(?:\n +at socketOnData \(node:_http_server[^]*)?/;
const PARSED = /(\n +at )\S+\.(parserOn\w+ \[as onIncoming\] )/g;

/** Node's own JavaScript calls the engine's `parse` without a receiver. */
const READS_JSON = /(\n +at )JSON\.(?=parse \(<anonymous>\)\n +at (?:[^\n]*\()?node:)/g;

/** The minifier changes the name of a port's class, which the engine shows. */
const PORT =
  /(?:(\n +at )\S+(\.[^\n]+))?(\n +at \[nodejs\.internal\.kHybridDispatch\] [^\n]*\n +at )exports\.emitMessage (?=\(node:internal\/per_context\/messageport)/;

/** Whether a frame is native and was called by the sandbox. */
const isEngineHere = (lines: readonly string[], index: number): boolean =>
  ENGINE.test(lines[index] ?? '') && isCalledHere(lines, index);

/** The lines of a stack without the sandbox's own frames, and with the program's frames named and placed as in Node. */
const programLines = (stack: string): string[] =>
  stack
    .split('\n')
    .filter((line, index, all) => !isOwn(line) && !isEngineHere(all, index))
    .map((line) =>
      line
        .replace(/^(\s+at (?:async )?[\w$.]+)\.eval \[as ([^\]]+)\]/, '$1.$2')
        .replace(/^(\s+at (?:async )?)eval \((?!<anonymous>|eval at |\ue021)(.*)\)$/, '$1$2')
        .replace(/(?<!ModuleLoader\.)\beval (?=\[|\((?!<anonymous>|eval at |\ue021))/, '<anonymous> '),
    )
    .map(nodesNames)
    .map(placed);

const cleanStack = (stack: string): string =>
  placeEvals(programLines(stack))
    .join('\n')
    .replace(BELOW_MODULE, '$1')
    .replace(READS_JSON, '$1')
    .replace(PARSER, '$1HTTPParser.$2')
    .replace(PARSED, '$1HTTPParser.$2')
    .replace(PORT, '$1MessagePort$2$3MessagePort.<anonymous> ');

/** Corrects columns: texts are wrapped in a function and some of their lines are edited. */
const placed = (line: string): string =>
  line.replace(
    /((?:file:\/\/)?\/[^():]+|[^\s()]+):(\d+):(\d+)(?=\)?$)/,
    (_, path: string, row: string, column: string) => {
      return `${path}:${row}:${columnInFile(path, Number(row), Number(column))}`;
    },
  );

const NativeProxy = globalThis.Proxy;

/** The engine's own frames, by their replacements. */
const engines = new WeakMap<object, { toString(): string }>();

/** A frame as Node would show it: the engine knows a compiled text's name only from its sourceURL line. */
function sited(frame: NodeJS.CallSite): NodeJS.CallSite {
  if (engines.has(frame)) return frame;
  const made = new NativeProxy(frame, {
    get(target, key) {
      const url = target.getFileName() ?? target.getScriptNameOrSourceURL();
      const origin = originOf(url);
      const name = url && origin === undefined ? named(url) : undefined;
      if (key === 'getFileName') return () => name;
      if (key === 'constructor') return target.constructor;
      // Here a script is text that the sandbox has the engine evaluate.
      if (key === 'isEval') return () => name === undefined && target.isEval();
      if (key === 'getEvalOrigin') return () => origin ?? (name === undefined ? target.getEvalOrigin() : undefined);
      if (key === 'getScriptNameOrSourceURL' && origin !== undefined) return () => undefined;
      if (key === 'toString') return () => cleanStack(`    at ${textOf(target)}`).slice('    at '.length);
      const value: unknown = Reflect.get(target, key);
      if (!isCallback(value)) return value;
      return (...args: unknown[]) => {
        const result = Reflect.apply(value, target, args);
        if (key === 'getFunctionName' && result === 'eval' && target.isEval() && name !== undefined) return null;
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

/** If set, it receives the engine's own frames and nothing else happens. */
let take: ((frames: NodeJS.CallSite[]) => void) | undefined;

/** The frame that is so far below the function that calls this one. */
export function callerFrame(below: number): NodeJS.CallSite | undefined {
  let frames: NodeJS.CallSite[] = [];
  take = (found) => (frames = found);
  void new Error('here').stack;
  take = undefined;
  const frame = frames[below];
  return frame && sited(frame);
}

/** Where the function that calls this one was called: line, column and file. */
export function callerLocation(): [number, number, string] | undefined {
  const caller = callerFrame(3);
  return caller && [caller.getLineNumber() ?? 0, caller.getColumnNumber() ?? 0, caller.getFileName() ?? ''];
}

/** What the engine says of text that a frame evaluates. */
export const callerOrigin = (frame: NodeJS.CallSite): string => {
  const place = frame.getEvalOrigin() ?? `${frame.getFileName()}:${frame.getLineNumber()}:${frame.getColumnNumber()}`;
  return `eval at ${frame.getFunctionName() ?? '<anonymous>'} (${place})`;
};

const textOf = (frame: { toString(): string }): string => named((engines.get(frame) ?? frame).toString());

/** How many frames the program sees, and how many more are captured, as some are the sandbox's own. */
let shown: unknown = 10;
const MORE = 22;
const taken = (limit: unknown): unknown => (typeof limit === 'number' && limit > 0 ? limit + MORE : limit);
const isShown = (_: unknown, index: number): boolean => typeof shown !== 'number' || index < shown;

/** Replaces `Error` with a version whose `stackTraceLimit` is what the program sees: at first `limit`. */
export function limitStacks(limit: number): void {
  own = ownUrl() ?? own;
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
    // The program's way to format stacks goes, and the sandbox's own stays.
    deleteProperty: (target, key) =>
      key === 'prepareStackTrace' ? Reflect.set(target, key, undefined) : Reflect.deleteProperty(target, key),
  });
  Limited.stackTraceLimit = limit;
  const { EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError, AggregateError } = globalThis;
  for (const one of [EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError, AggregateError])
    Reflect.setPrototypeOf(one, Limited);
  Reflect.defineProperty(Native.prototype, 'constructor', { value: Limited, writable: true, configurable: true });
  Reflect.defineProperty(globalThis, 'Error', { value: Limited, writable: true, configurable: true });
}

/** What calls the sandbox when a Node thread stands in for a browser's worker. */
const STAND_IN =
  /kHybridDispatch\] \(node:internal\/event_target|\(node:internal\/per_context\/messageport|process\.emit \(/;

/** Whether a frame is below the sandbox's own frames in the Node thread that stands in for a worker. */
function isOfStandIn(lines: readonly string[]): (index: number) => boolean {
  const start = lines.findLastIndex(isOwn);
  const has = start >= 0 && lines.slice(start + 1).some((line) => STAND_IN.test(line));
  return (index) => has && index > start && !/^ +at async /.test(lines[index] ?? '');
}

/** The loop's own frames, below which a callback or a tick runs: their names are those of its methods. */
const OF_LOOP = /^ +at (?:\S+\.)?(?:scope|ticks) \(/;
const BELOW_TICKS = '    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)';

/** What Node shows below what a promise continues: the ticks, if `continuesBelowTicks`, whose frames the engine does not have here. */
function withTicks(lines: readonly string[]): readonly string[] {
  const end = lines.findIndex((line) => /^ +at async /.test(line));
  const called = end < 0 ? lines : lines.slice(0, end);
  const isCut = typeof shown === 'number' && called.length >= shown + MORE;
  if (
    called.length === 0 ||
    isCut ||
    !continuesBelowTicks() ||
    called.some((line) => OF_LOOP.test(line) && isOwn(line))
  )
    return lines;
  return [...called, BELOW_TICKS, ...lines.slice(called.length)];
}

let continuesBelowTicks = (): boolean => false;

function framesText(frames: readonly NodeJS.CallSite[]): string {
  const lines = withTicks(frames.map((frame) => `    at ${textOf(frame)}`));
  const isBelow = isOfStandIn(lines);
  const inside = lines.filter((_, index) => !isBelow(index));
  const [first = '', ...clean] = cleanStack(['', ...inside].join('\n')).split('\n');
  return [first, ...clean.filter(isShown)].join('\n');
}

/** The program's frames, up to its limit. */
function programFrames(frames: readonly NodeJS.CallSite[]): NodeJS.CallSite[] {
  const lines = frames.map((frame) => `    at ${textOf(frame)}`);
  const isBelow = isOfStandIn(lines);
  return frames
    .filter((_, index) => !isBelow(index) && !isOwn(lines[index] ?? '') && !isEngineHere(lines, index))
    .filter(isShown)
    .map(sited);
}

/** Whether stacks name the sources that a program was compiled from, and Node's way to show a line of them. */
export const sourceMaps: { on: boolean; sourceAt: Callback | undefined } = { on: false, sourceAt: undefined };

/** The top frames of errors, in the files that ran. */
const compiledAt = new WeakMap<Error, NodeJS.CallSite>();

/** The line of its source where an error was thrown, with a mark below it; undefined if there is none. */
function mappedLine(error: Error, lineOf: (place: string, line: number) => string | undefined): string | undefined {
  const frame = sourceMaps.on ? compiledAt.get(error) : undefined;
  const [file, line, column] = [frame?.getFileName() ?? '', frame?.getLineNumber() ?? 0, frame?.getColumnNumber() ?? 0];
  const before = lineOf(file, line)
    ?.slice(0, column - 1)
    .replace(/throw\s+$/, '');
  const found = frame && before !== undefined ? sourceMaps.sourceAt?.(file, line, before.length) : undefined;
  return typeof found === 'string' ? found : undefined;
}

/**
 * Has the engine format stacks like this, until the program sets its own `prepareStackTrace`. `mapped` is Node's own formatting,
 * which knows source maps; `isBelowTicks` says whether promises now continue below the ticks.
 */
export function installStacks(
  isNodeError: (error: Error) => error is NodeJS.ErrnoException,
  overrides: WeakMap<object, Prepare>,
  mapped: Prepare,
  isBelowTicks: () => boolean,
): void {
  continuesBelowTicks = isBelowTicks;
  const prepare: Prepare = (error, frames) => {
    if (take) return take(frames);
    // Node's own JavaScript reads an error's frames, as `assert` does to find the line that failed.
    const override = overrides.get(error);
    if (override) {
      overrides.delete(error);
      return override(error, programFrames(frames));
    }
    if (sourceMaps.on) {
      const [top, ...below] = programFrames(frames);
      if (top) compiledAt.set(error, top);
      return mapped(error, top ? [top, ...below] : []);
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

/** Has the engine call `prepare`, or the program's replacement, with frames that look like Node's. */
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

/** Syntax errors begin with their position. */
const IS_PLACED = /^\S+(?::\d+\n.*\n\s*\^+\n|(?::\d+\n.*\n\s*\^*)?\n\n)\w+:/;
const TOP_FRAME = /^ +at (?:.*\()?((?:file:\/\/)?\/[^():\n]+|node:[\w/]+|\[(?:worker )?eval\]):(\d+):(\d+)\)?$/m;

/** An error that Node's own JavaScript creates and throws a few lines further down. */
const MADE = /^\s*(?:const|let|var) (\w+) = new \w*Error\b/;
const MOST_BELOW = 6;

/** The position of the top frame, and its line with a mark below it, if `lineOf` knows it. */
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
  // An error that is thrown where it is created is marked at `throw`.
  const made = source.slice(0, Number(column) - 1);
  return `${place}:${line}\n${source}\n${markBelow(thrown ? made.replace(/throw\s+$/, '') : made)}\n\n`;
}

/** A position, and its line with a mark below it; undefined if the line is unknown. */
function markedLine(
  place: string,
  line: number,
  column: number,
  lineOf: (place: string, line: number) => string | undefined,
): string | undefined {
  const source = lineOf(place, line);
  if (source === undefined) return undefined;
  return `${place}:${line}\n${source}\n${markBelow(source.slice(0, column - 1))}\n`;
}

/** Where Node ends a program for a promise that nothing handles: the place of an error without frames. */
const OF_ENTRY = { url: 'node:internal/modules/run_main', line: 123, column: 5 };
const REJECTS = { url: 'node:internal/process/promises', line: 391, column: 5 };

/** Errors whose stack Node's own JavaScript has read when they get to the program: the engine forgets their place then. */
const HAS_NO_PLACE = /^AssertionError\b|^Error: connect .*\n +at \w+\.afterConnect \[/;

/** What Node keeps of the line with the mark. */
export const MOST_OF_MARK = 1020;

/** A mark below the end of a text. */
const markBelow = (text: string): string => `${text.replaceAll(/[^\t]/g, ' ')}^`.slice(0, MOST_OF_MARK);

/**
 * What `node` prints when an error ends it. `arrow`: the error's own position; `made`: where it was created, if it was not thrown
 * elsewhere; `fromPromise`: mark where it was created; `ofEntry`: a module threw it that the program began with.
 */
export function fatalText(
  error: unknown,
  inspect: (value: unknown) => string,
  lineOf: (place: string, line: number) => string | undefined,
  {
    arrow,
    made,
    fromPromise = false,
    ofEntry = false,
  }: { arrow?: string; made?: string | undefined; fromPromise?: boolean; ofEntry?: boolean } = {},
): string {
  const thrown = fromPromise ? undefined : thrownAt(error);
  const at = thrown ?? (ofEntry && !(error instanceof Error) ? OF_ENTRY : undefined);
  const marked = at && markedLine(at.url, at.line, at.column, lineOf);
  if (!(error instanceof Error)) {
    const isObject = Object(error) === error;
    const trace = isObject ? '' : '(Use `node --trace-uncaught ...` to show where the exception was thrown)\n';
    // An empty line stands before the place, but for objects after that of `node -e`.
    const place = marked ? (isObject && thrown?.url === '[eval]' ? `${marked}\n` : `\n${marked}`) : 'Uncaught:\n';
    return `${place}${isObject ? inspect(error) : typeof error === 'symbol' ? '' : String(error)}\n${trace}\nNode.js ${LIBRARY_VERSION}\n`;
  }
  const { stack = '' } = error;
  const mapped = mappedLine(error, lineOf);
  if (mapped !== undefined) return `${mapped}\n${inspect(error)}\n\nNode.js ${LIBRARY_VERSION}\n`;
  const { url, line, column } = ofEntry ? OF_ENTRY : REJECTS;
  const own = IS_PLACED.test(stack)
    ? ''
    : fromPromise && (HAS_NO_PLACE.test(stack) || !TOP_FRAME.test(stack))
      ? `${markedLine(url, line, column, lineOf) ?? ''}\n`
      : sourceOfError(stack, lineOf, !fromPromise);
  const known = arrow || marked || made;
  // Node prints the place of an error from a thread by itself.
  const place = known ? (isNativeError(error) ? `${known}\n` : `\n${known}`) : own;
  return `${place}${inspect(error)}\n\nNode.js ${LIBRARY_VERSION}\n`;
}
