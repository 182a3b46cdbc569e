import { HTTPParser as Base, methods } from 'http-parser-js';
import { facts } from '../library';
import { noop, type Binding } from '../binding';

/** The parsers of a server's connections, by state. */
class ConnectionsList {
  readonly parsers = new Set<HTTPParser>();

  all(): HTTPParser[] {
    return [...this.parsers];
  }

  idle(): HTTPParser[] {
    return this.all().filter((parser) => parser.isIdle);
  }

  active(): HTTPParser[] {
    return this.all().filter((parser) => !parser.isIdle);
  }

  /** Those whose message takes longer to arrive than it may, in milliseconds; each is returned once. */
  expired(headersTimeout: number, requestTimeout: number): HTTPParser[] {
    return this.all().filter((parser) => parser.expires(headersTimeout, requestTimeout));
  }
}

/** Kept in case a program replaces the global one. */
const clock = performance.now.bind(performance);

const DEFAULT_HEADER_BYTES = 16 * 1024;
const TOKEN = /^[!#$%&'*+\-.^_`|~\dA-Za-z]+$/;
// eslint-disable-next-line no-control-regex -- characters that no value may contain
const CONTROL = /[\u0000-\u0008\u000a-\u001f\u007f]/;
// eslint-disable-next-line no-control-regex -- characters that no path may contain
const CONTROL_OR_SPACE = /[\u0000-\u0020\u007f]/;
const VERSIONS = new Set(['0.9', '1.0', '1.1', '2.0']);

/** An error as Node's own parser reports it. */
const refusal = (code: string, reason: string): Error =>
  Object.assign(new Error(`Parse Error: ${reason}`), { code: `HPE_${code}`, reason, bytesParsed: 0 });

const EXPECTED = refusal.bind(undefined, 'INVALID_CONSTANT', 'Expected HTTP/, RTSP/ or ICE/');

/** An HTTP parser in JavaScript, as strict as Node's own. */
class HTTPParser extends Base {
  private list: ConnectionsList | undefined;
  private most = DEFAULT_HEADER_BYTES;
  private lenient = false;
  private headerBytes = 0;
  /** When the current message began; a new connection owes its first one at once. */
  private began: number | undefined;
  private seen: { length?: string; encoded?: boolean } = {};

  override initialize(type: string, resource?: object, ...more: unknown[]): void {
    super.initialize(type, resource);
    this.headerBytes = 0;
    this.seen = {};
    this.began = resource ? clock() : undefined;
    // Between two messages of a connection, `initialize` is called without these arguments.
    if (!resource) return;
    const [most, lenient] = more;
    this.most = Number(most ?? 0) || DEFAULT_HEADER_BYTES;
    this.lenient = Number(lenient ?? 0) > 0;
    const list = more.find((one) => one instanceof ConnectionsList);
    if (list) {
      this.list = list;
      list.parsers.add(this);
    }
  }

  /** True between two messages. */
  get isIdle(): boolean {
    return this.state === 'REQUEST_LINE' && this.line === '';
  }

  /** Whether the current message has taken longer than it may. */
  expires(headersTimeout: number, requestTimeout: number): boolean {
    if (this.began === undefined) return false;
    const took = clock() - this.began;
    const inHeaders = /^(?:REQUEST_LINE|HEADER)$/.test(this.state);
    const expired =
      (inHeaders && headersTimeout > 0 && took > headersTimeout) || (requestTimeout > 0 && took > requestTimeout);
    if (expired) this.began = undefined;
    return expired;
  }

  override execute(chunk: Uint8Array): number | Error {
    this.began ??= clock();
    const before = this.state;
    const result = super.execute(chunk);
    if (result instanceof Error && 'reason' in result) return result;
    if (this.state === before && this.headerBytes + this.line.length > this.most) return overflow();
    return result instanceof Error ? EXPECTED() : (this.begun() ?? result);
  }

  /** The start of a first line may already show that it is invalid. */
  private begun(): Error | undefined {
    if (this.state !== 'REQUEST_LINE' || this.line === '') return undefined;
    const [method = ''] = this.line.split(' ', 1);
    const possible = methods.some((one) => (this.line.includes(' ') ? one === method : one.startsWith(method)));
    return possible ? undefined : refusal('INVALID_METHOD', 'Invalid method encountered');
  }

  override REQUEST_LINE(): void {
    this.look((line) => {
      const [method = '', url, ...rest] = line.split(' ');
      if (!methods.includes(method)) throw refusal('INVALID_METHOD', 'Invalid method encountered');
      if (url === undefined) throw refusal('INVALID_METHOD', 'Expected space after method');
      if (CONTROL_OR_SPACE.test(url)) throw refusal('INVALID_URL', 'Invalid char in url path');
      if (method !== 'CONNECT' && !/^(?:\/|\*$|[a-z][a-z\d+.-]*:\/\/)/i.test(url))
        throw refusal('INVALID_URL', 'Invalid characters in url');
      this.checkVersion(rest.join(' '));
    });
    super.REQUEST_LINE();
  }

  override RESPONSE_LINE(): void {
    this.look((line) => {
      const [version = '', status = ''] = line.split(' ');
      this.checkVersion(version);
      if (!/^\d{3}$/.test(status)) throw refusal('INVALID_STATUS', 'Invalid response status');
    });
    super.RESPONSE_LINE();
  }

  private checkVersion(text: string): void {
    if (!text.startsWith('HTTP/')) throw EXPECTED();
    const version = text.slice('HTTP/'.length);
    if (!/^\d\./.test(version)) throw refusal('INVALID_VERSION', 'Expected dot');
    if (!VERSIONS.has(version)) throw refusal('INVALID_VERSION', 'Invalid HTTP version');
  }

  override parseHeader(line: string, headers: string[]): void {
    this.headerBytes += line.length + 2;
    if (this.headerBytes > this.most) throw overflow();
    if (!this.lenient) this.checkHeader(line);
    super.parseHeader(line, headers);
  }

  private checkHeader(line: string): void {
    if (/^[ \t]/.test(line)) throw refusal('INVALID_HEADER_TOKEN', 'Unexpected whitespace after header value');
    const colon = line.indexOf(':');
    if (colon < 0 || !TOKEN.test(line.slice(0, colon))) throw refusal('INVALID_HEADER_TOKEN', 'Invalid header token');
    const value = line.slice(colon + 1).trim();
    if (CONTROL.test(value)) throw refusal('INVALID_HEADER_TOKEN', 'Invalid header value char');
    const name = line.slice(0, colon).toLowerCase();
    if (name === 'content-length') {
      if (this.seen.encoded)
        throw refusal('INVALID_CONTENT_LENGTH', "Content-Length can't be present with Transfer-Encoding");
      if (this.seen.length !== undefined) throw refusal('UNEXPECTED_CONTENT_LENGTH', 'Duplicate Content-Length');
      if (!/^\d+$/.test(value)) throw refusal('INVALID_CONTENT_LENGTH', 'Invalid character in Content-Length');
      this.seen.length = value;
    } else if (name === 'transfer-encoding') {
      if (this.seen.length !== undefined)
        throw refusal('INVALID_TRANSFER_ENCODING', "Transfer-Encoding can't be present with Content-Length");
      this.seen.encoded = true;
    }
  }

  override BODY_CHUNKHEAD(): void {
    this.look((line) => {
      if (!/^[\da-f]+ *(?:;.*)?$/i.test(line)) throw refusal('INVALID_CHUNK_SIZE', 'Invalid character in chunk size');
    });
    super.BODY_CHUNKHEAD();
  }

  override BODY_CHUNKEMPTYLINE(): void {
    this.look((line) => {
      if (line !== '') throw refusal('STRICT', 'Expected LF after chunk data');
    });
    super.BODY_CHUNKEMPTYLINE();
  }

  /** Checks the next line without consuming it, if it is complete. */
  private look(check: (line: string) => void): void {
    const end = this.chunk?.subarray(this.offset, this.end).indexOf(0x0a) ?? -1;
    if (!this.chunk || end < 0) return;
    if (end > this.most) throw overflow();
    const text = this.line + String.fromCharCode(...this.chunk.subarray(this.offset, this.offset + end));
    const line = text.replace(/\r$/, '');
    // Empty lines may precede a message.
    if (line === '' && this.state.endsWith('_LINE')) return;
    if (this.state.endsWith('_LINE')) this.headerBytes += line.length + 2;
    if (this.headerBytes > this.most) throw overflow();
    check(line);
  }

  override finish(): Error | undefined {
    return (
      super.finish() &&
      Object.assign(new Error('Parse Error'), {
        code: 'HPE_INVALID_EOF_STATE',
        reason: 'Invalid EOF state',
        bytesParsed: 0,
      })
    );
  }

  override remove(): void {
    this.list?.parsers.delete(this);
  }

  override free(): void {
    this.remove();
  }

  override close(): void {
    this.remove();
  }

  duration(): number {
    return 0;
  }

  headersCompleted(): boolean {
    return true;
  }
}

const overflow = (): Error => refusal('HEADER_OVERFLOW', 'Header overflow');

// The base parser counts a body that comes in one piece with its headers.
Base.maxHeaderSize = Number.POSITIVE_INFINITY;
// It knows only the methods of an earlier Node.
for (const method of Object(facts.bindings.http_parser).methods ?? [])
  if (!methods.includes(method)) methods.push(method);

/** `internalBinding('http_parser')`. */
export const httpParser = (): Binding => ({
  ...facts.bindings.http_parser,
  HTTPParser: Object.assign(HTTPParser, {
    kOnMessageBegin: 0,
    kOnTimeout: 6,
    kLenientNone: 0,
    kLenientHeaders: 1,
    kLenientAll: 255,
  }),
  ConnectionsList,
  setConsumed: noop,
});
