import { isCallback } from './bindings/binding';
import { prefixes } from './bindings/compile';
import { VERSION } from './library';

/** What the engine calls the script that this is in. */
const OWN = /\(?([^\s(]+):\d+:\d+\)?$/.exec((new Error('own').stack ?? '').split('\n')[1] ?? '')?.[1] ?? 'blob:';

/** A stack with the sandbox's own frames left out, and the program's named and placed as Node does. */
export const cleanStack = (stack: string): string =>
  stack
    .split('\n')
    .filter((line) => !/^\s+at /.test(line) || !(line.includes(OWN) || /<anonymous>\)?$/.test(line)))
    .map((line) => line.replace(/^(\s+at )eval \((.*)\)$/, '$1$2').replace(/\beval (?=[[(])/, '<anonymous> '))
    .map(placed)
    .join('\n');

/** A text stands in a function of ours: its first line begins later. */
const placed = (line: string): string =>
  line.replace(/\(?((?:file:\/\/)?\/[^\s():]+):1:(\d+)\)?$/, (all, path: string, column: string) => {
    const shift = prefixes.get(path) ?? 0;
    return all.replace(`:1:${column}`, `:1:${Math.max(1, Number(column) - shift)}`);
  });

const NativeProxy = globalThis.Proxy;

/** A frame as Node would have it: a text that was compiled here has its name only from its own last line. */
const sited = (frame: NodeJS.CallSite): NodeJS.CallSite =>
  new NativeProxy(frame, {
    get(target, key) {
      const name = target.getFileName() ?? target.getScriptNameOrSourceURL();
      if (key === 'getFileName') return () => name;
      const value: unknown = Reflect.get(target, key);
      if (!isCallback(value)) return value;
      const shift = key === 'getColumnNumber' && target.getLineNumber() === 1 ? (prefixes.get(name ?? '') ?? 0) : 0;
      return (...args: unknown[]) => {
        const result = Reflect.apply(value, target, args);
        return shift > 0 && typeof result === 'number' ? Math.max(1, result - shift) : result;
      };
    },
  });

/** Where the function that calls this was called: line, column and file. */
export function callerLocation(): [number, number, string] | undefined {
  const { prepareStackTrace } = Error;
  let frames: NodeJS.CallSite[] = [];
  Error.prepareStackTrace = (_, found) => void (frames = found);
  void new Error('here').stack;
  Error.prepareStackTrace = prepareStackTrace;
  const caller = frames[2] && sited(frames[2]);
  return caller && [caller.getLineNumber() ?? 0, caller.getColumnNumber() ?? 0, caller.getFileName() ?? ''];
}

const textOf = (frame: { toString(): string }): string => frame.toString();

/** Has the engine write stacks so, until the program has it write its own. */
export function installStacks(overrides: WeakMap<object, (error: Error, frames: NodeJS.CallSite[]) => unknown>): void {
  Error.prepareStackTrace = (error, frames) => {
    // Node's own JavaScript asks for the frames of an error, as `assert` does to find the line that failed.
    const override = overrides.get(error);
    if (override) return override(error, frames.map(sited));
    let title: string;
    try {
      title = Error.prototype.toString.call(error);
    } catch {
      title = '<error>';
    }
    return cleanStack([title, ...frames.map(textOf)].join('\n    at '));
  };
}

const TOP_FRAME = /^ +at (?:.*\()?((?:file:\/\/)?\/[^\s():]+|node:[\w/]+|\[eval\]):(\d+):(\d+)\)?$/m;

/** The place of the top frame, and its line with a mark below it, as far as `lineOf` knows it. */
function sourceOfError(stack: string, lineOf: (place: string, line: number) => string | undefined): string {
  const [, place, line, column] = TOP_FRAME.exec(stack) ?? [];
  if (place === undefined) return '';
  const source = lineOf(place, Number(line));
  if (source === undefined) return `${place}:${line}\n\n`;
  // An error that is thrown where it is made is marked at `throw`.
  const before = source.slice(0, Number(column) - 1).replace(/throw\s+$/, '');
  return `${place}:${line}\n${source}\n${before.replaceAll(/[^\t]/g, ' ')}^\n\n`;
}

/** What `node` prints before it dies of an error: where it was thrown, and all that the error says. */
export function fatalText(
  error: unknown,
  inspect: (value: unknown) => string,
  lineOf: (place: string, line: number) => string | undefined,
): string {
  if (!(error instanceof Error)) {
    const trace = '(Use `node --trace-uncaught ...` to show where the exception was thrown)\n';
    return `Uncaught:\n${inspect(error)}\n${Object(error) === error ? '' : trace}\nNode.js ${VERSION}\n`;
  }
  return `${sourceOfError(error.stack ?? '', lineOf)}${inspect(error)}\n\nNode.js ${VERSION}\n`;
}
