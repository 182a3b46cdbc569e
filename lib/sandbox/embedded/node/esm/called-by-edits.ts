/**
 * Gives edited text a function to call by this name. The bundle declares the names in its first line, so that they are no
 * properties of the global object, where a program would find them.
 */
export function callByEdits(name: string, called: unknown): void {
  // oxlint-disable-next-line no-eval -- only text in the global scope can assign to what a script has declared there
  Reflect.apply(globalThis.eval(`(function (called) { ${name} = called; })`), undefined, [called]);
}
