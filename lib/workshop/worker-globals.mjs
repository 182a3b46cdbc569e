/**
 * What the sandboxed worker has besides the language (lib/sandbox/code-runner/worker/allowed.ts), as types. Not a declaration
 * file, because it would contradict the browser's types in this project. In a pack, it takes the place of Node's types.
 */
export const WORKER_GLOBALS = `
interface Console {
  log(...said: unknown[]): void;
  info(...said: unknown[]): void;
  warn(...said: unknown[]): void;
  error(...said: unknown[]): void;
  debug(...said: unknown[]): void;
}
/** What it is told shows beside the result of the call. */
declare const console: Console;
declare function setTimeout(work: (...args: any[]) => void, ms?: number, ...args: any[]): number;
declare function clearTimeout(timer: number | undefined): void;
declare function setInterval(work: (...args: any[]) => void, ms?: number, ...args: any[]): number;
declare function clearInterval(timer: number | undefined): void;
declare function queueMicrotask(work: () => void): void;
declare function structuredClone<T>(value: T): T;
declare function atob(text: string): string;
declare function btoa(text: string): string;
declare class TextEncoder {
  encode(text?: string): Uint8Array;
}
declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
  decode(bytes?: ArrayBuffer | ArrayBufferView): string;
}
declare class URLSearchParams {
  constructor(init?: string | Record<string, string> | [string, string][] | URLSearchParams);
  readonly size: number;
  append(name: string, value: string): void;
  delete(name: string): void;
  get(name: string): string | null;
  getAll(name: string): string[];
  has(name: string): boolean;
  set(name: string, value: string): void;
  sort(): void;
  toString(): string;
  [Symbol.iterator](): IterableIterator<[string, string]>;
}
declare class URL {
  static canParse(url: string, base?: string): boolean;
  constructor(url: string, base?: string | URL);
  href: string;
  readonly origin: string;
  protocol: string;
  username: string;
  password: string;
  host: string;
  hostname: string;
  port: string;
  pathname: string;
  search: string;
  readonly searchParams: URLSearchParams;
  hash: string;
  toString(): string;
  toJSON(): string;
}
`;
