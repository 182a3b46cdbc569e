import { applyEdits } from './esm/apply-edits';
import { importEdits, importerOf } from './bindings/compile';
import { withOrigin } from './eval-frames';
import { callerFrame, callerOrigin } from './stack';

/** Lets functions that a program creates from text import relative to the file that creates them, and show where that is. */
export function importInMadeFunctions(): void {
  const edited = (args: readonly unknown[], frame: NodeJS.CallSite | undefined): unknown[] => {
    const url = frame?.getFileName() ?? '';
    const importer = hasImport(args) ? importerOf(url) : undefined;
    const all = importer
      ? args.map((text) => (typeof text === 'string' ? applyEdits(text, importEdits(text, importer, url)).code : text))
      : [...args];
    const body = all.at(-1);
    const isMarked = frame && typeof body === 'string';
    return isMarked ? [...all.slice(0, -1), withOrigin(body, callerOrigin(frame))] : all;
  };
  const made: FunctionConstructor = new Proxy(Function, {
    apply: (target, self, args: unknown[]): unknown => Reflect.apply(target, self, edited(args, callerFrame(2))),
    construct: (target, args: unknown[], maker): object =>
      Reflect.construct(target, edited(args, callerFrame(2)), maker === made ? target : maker),
  });
  Reflect.defineProperty(Function.prototype, 'constructor', { value: made, writable: true, configurable: true });
  Reflect.defineProperty(globalThis, 'Function', { value: made, writable: true, configurable: true });
}

const hasImport = (args: readonly unknown[]): boolean =>
  args.some((text) => typeof text === 'string' && /\bimport\b/.test(text));
