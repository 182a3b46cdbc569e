import { Buffer } from 'buffer';

const BASE64URL = /^base64url$/i;

const known = (encoding: unknown): unknown =>
  typeof encoding === 'string' && BASE64URL.test(encoding) ? 'base64' : encoding;

/** Teaches the package's Buffer the one encoding of Node's that it lacks. What it reads as base64 may be in either alphabet. */
export function addBase64url(): void {
  /** Calls the method with the encoding it knows, which may stand from argument `first` on. */
  const translate = (holder: object, name: string, first: number) => {
    const own: unknown = Reflect.get(holder, name);
    if (typeof own !== 'function') return;
    Reflect.set(holder, name, function translated(this: unknown, ...args: unknown[]): unknown {
      return Reflect.apply(
        own,
        this,
        args.map((value, at) => (at < first ? value : known(value))),
      );
    });
  };
  translate(Buffer, 'isEncoding', 0);
  translate(Buffer, 'byteLength', 1);
  translate(Buffer, 'from', 1);
  translate(Buffer.prototype, 'write', 1);
  const { toString } = Buffer.prototype;
  Buffer.prototype.toString = function translated(encoding?: BufferEncoding, start?: number, end?: number) {
    if (known(encoding) === encoding) return toString.call(this, encoding, start, end);
    const text = toString.call(this, 'base64', start, end);
    return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  };
}
