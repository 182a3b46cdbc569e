import { withoutOrigin } from './eval-frames';
import { originalText } from './esm/edited-text';

/** The texts of functions that the engine makes of a body and names. */
const shown = new WeakMap<object, string>();

/** Has a function's text be what the engine writes for one that it compiles from a body. */
export const showAs = (made: unknown, parameters: readonly string[], body: string): void =>
  void shown.set(Object(made), `function (${parameters.join(', ')}) {\n${body}\n}`);

/** Has a function's text be the program's own, whatever this sandbox adds to it. */
export function showFunctionsAsWritten(): void {
  const native = Function.prototype.toString;
  const value: typeof native = new Proxy(native, {
    apply: (target, self: unknown, args): string =>
      shown.get(Object(self)) ??
      withoutOrigin(originalText(Reflect.apply(target, self === value ? target : self, args))),
  });
  Reflect.defineProperty(Function.prototype, 'toString', { value, writable: true, configurable: true });
}
