import { applyEdits } from './esm/apply-edits';
import { importEdits, importerOf } from './bindings/compile';
import { callerLocation } from './stack';

/** Lets functions that a program creates from text import relative to the file that creates them. */
export function importInMadeFunctions(): void {
  const edited = (args: readonly unknown[], url: string | undefined): unknown[] => {
    const importer = url === undefined ? undefined : importerOf(url);
    if (!importer) return [...args];
    return args.map((text) =>
      typeof text === 'string' ? applyEdits(text, importEdits(text, importer, url ?? '')).code : text,
    );
  };
  const made: FunctionConstructor = new Proxy(Function, {
    apply: (target, self, args: unknown[]): unknown =>
      Reflect.apply(target, self, hasImport(args) ? edited(args, callerLocation()?.[2]) : args),
    construct: (target, args: unknown[], maker): object =>
      Reflect.construct(
        target,
        hasImport(args) ? edited(args, callerLocation()?.[2]) : args,
        maker === made ? target : maker,
      ),
  });
  Reflect.defineProperty(Function.prototype, 'constructor', { value: made, writable: true, configurable: true });
  Reflect.defineProperty(globalThis, 'Function', { value: made, writable: true, configurable: true });
}

const hasImport = (args: readonly unknown[]): boolean =>
  args.some((text) => typeof text === 'string' && /\bimport\b/.test(text));
