import { withoutOrigin } from './eval-frames';
import { originalText } from './esm/edited-text';

/** Has a function's text be the program's own, whatever this sandbox adds to it. */
export function showFunctionsAsWritten(): void {
  const native = Function.prototype.toString;
  const value: typeof native = new Proxy(native, {
    apply: (target, self: unknown, args): string =>
      withoutOrigin(originalText(Reflect.apply(target, self === value ? target : self, args))),
  });
  Reflect.defineProperty(Function.prototype, 'toString', { value, writable: true, configurable: true });
}
