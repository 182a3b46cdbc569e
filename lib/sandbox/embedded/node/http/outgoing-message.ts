import { Buffer } from 'buffer';
import { Writable } from 'readable-stream';
import type { Take } from '../../protocol/http';

export type HeaderValue = number | string | readonly string[];
export type HeadersInit = Readonly<Record<string, HeaderValue | undefined>> | readonly unknown[];

const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const NO_VALUE = /[^\t\x20-\x7e\x80-\xff]/;

/** What both a request and an answer are while they are written: headers, which go out once, and a body. */
export abstract class OutgoingMessage extends Writable {
  headersSent = false;
  sendDate = true;
  private readonly fields = new Map<string, { name: string; value: HeaderValue }>();

  /** `send` takes the frames. `endsWithBody`: nothing more happens once the body is written. */
  constructor(
    private readonly send: Take,
    endsWithBody: boolean,
  ) {
    super({ decodeStrings: true, autoDestroy: endsWithBody });
  }

  /** Sends the head with these headers. */
  protected abstract sendHead(send: Take, headers: [string, string][]): void;
  /** Whether this kind of message has a body at all. */
  protected abstract get hasBody(): boolean;

  setHeader(name: string, value: HeaderValue): this {
    if (this.headersSent) throw coded('ERR_HTTP_HEADERS_SENT', 'Cannot set headers after they are sent to the client');
    if (!NAME.test(name)) throw coded('ERR_INVALID_HTTP_TOKEN', `Header name must be a valid HTTP token ["${name}"]`);
    if (value === undefined)
      throw coded('ERR_HTTP_INVALID_HEADER_VALUE', `Invalid value "undefined" for header "${name}"`);
    if ([value].flat().some((one) => NO_VALUE.test(String(one))))
      throw coded('ERR_INVALID_CHAR', `Invalid character in header content ["${name}"]`);
    this.fields.set(name.toLowerCase(), { name, value });
    return this;
  }

  /** Headers of an object, or of a list of names and values in turn, or of pairs. */
  setHeaders(headers: HeadersInit | Map<string, HeaderValue> | Headers): this {
    if (Array.isArray(headers)) {
      const flat: unknown[] = headers.flat();
      for (let at = 0; at + 1 < flat.length; at += 2) this.appendHeader(String(flat[at]), String(flat[at + 1]));
      return this;
    }
    const entries = headers instanceof Map || headers instanceof Headers ? [...headers] : Object.entries(headers);
    for (const [name, value] of entries) {
      if (isValue(value)) this.setHeader(name, value);
    }
    return this;
  }

  appendHeader(name: string, value: HeaderValue): this {
    const before = this.getHeader(name);
    return this.setHeader(name, before === undefined ? value : [before, value].flat().map(String));
  }

  getHeader(name: string): HeaderValue | undefined {
    return this.fields.get(name.toLowerCase())?.value;
  }

  getHeaders(): Record<string, HeaderValue> {
    return Object.fromEntries([...this.fields].map(([key, { value }]) => [key, value]));
  }

  getHeaderNames(): string[] {
    return [...this.fields.keys()];
  }

  hasHeader(name: string): boolean {
    return this.fields.has(name.toLowerCase());
  }

  removeHeader(name: string): void {
    if (this.headersSent)
      throw coded('ERR_HTTP_HEADERS_SENT', 'Cannot remove headers after they are sent to the client');
    this.fields.delete(name.toLowerCase());
  }

  flushHeaders(): void {
    if (this.headersSent) return;
    if (this.hasBody && this.saysEmpty) this.chunk();
    this.sendHeaders();
  }

  override end(...args: unknown[]): this {
    const [body, encoding] = args;
    const length = typeof body === 'string' ? Buffer.byteLength(body, textEncoding(encoding)) : lengthOf(body);
    if (!this.headersSent && this.writableLength === 0 && !this.hasHeader('transfer-encoding')) {
      if (!this.hasHeader('content-length') && this.hasBody && (length > 0 || this.saysEmpty))
        this.setHeader('Content-Length', length);
      this.sendHeaders();
    }
    return Reflect.apply(super.end, this, args);
  }

  setTimeout(): this {
    return this;
  }

  /** Whether a message without a body says so. */
  protected get saysEmpty(): boolean {
    return true;
  }

  override _write(chunk: unknown, _encoding: string, done: (error?: Error | null) => void): void {
    if (!this.headersSent) {
      if (this.hasBody) this.chunk();
      this.sendHeaders();
    }
    // A chunk may be a view on a larger buffer, which a message would carry whole.
    if (this.hasBody && chunk instanceof Uint8Array) this.send({ kind: 'data', bytes: Uint8Array.from(chunk) });
    done();
  }

  override _final(done: (error?: Error | null) => void): void {
    this.flushHeaders();
    this.send({ kind: 'end' });
    done();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    // After the end nothing is sent any more, so this is only heard where it came too early.
    if (!this.writableFinished) this.send({ kind: 'fail', code: 'ECONNRESET', message: 'socket hang up' });
    done(error);
  }

  /** Says that the length of the body is not known yet. */
  private chunk(): void {
    if (!this.hasHeader('content-length') && !this.hasHeader('transfer-encoding')) {
      this.setHeader('Transfer-Encoding', 'chunked');
    }
  }

  private sendHeaders(): void {
    this.headersSent = true;
    const all: [string, string][] = [];
    for (const { name, value } of this.fields.values()) for (const one of [value].flat()) all.push([name, String(one)]);
    this.sendHead(this.send, all);
  }
}

const isValue = (value: unknown): value is HeaderValue =>
  typeof value === 'string' || typeof value === 'number' || Array.isArray(value);

const textEncoding = (encoding: unknown): BufferEncoding | undefined =>
  typeof encoding === 'string' && Buffer.isEncoding(encoding) ? encoding : undefined;

const lengthOf = (body: unknown): number => (body instanceof Uint8Array ? body.byteLength : 0);

export const coded = (code: string, message: string): Error =>
  Object.assign(new (code.startsWith('ERR_INVALID') ? TypeError : Error)(message), { code });
