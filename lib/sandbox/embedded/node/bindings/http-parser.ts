import { HTTPParser as Base } from 'http-parser-js';
import { facts } from '../library';
import { nothing, type Binding } from './binding';

/** The parsers of a server's connections, by what they do. */
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

  expired(): HTTPParser[] {
    return [];
  }
}

/** Node's parser of HTTP, in JavaScript. */
class HTTPParser extends Base {
  private list: ConnectionsList | undefined;

  override initialize(type: string, resource?: object, ...more: unknown[]): void {
    super.initialize(type, resource);
    const list = more.find((one) => one instanceof ConnectionsList);
    if (list) {
      this.list = list;
      list.parsers.add(this);
    }
  }

  /** Between two messages. */
  get isIdle(): boolean {
    return this.state === 'REQUEST_LINE' && this.line === '';
  }

  override execute(chunk: Uint8Array): number | Error {
    const result = super.execute(chunk);
    if (!(result instanceof Error)) return result;
    const { code = 'HPE_INVALID_CONSTANT' } = Object(result);
    return Object.assign(new Error(`Parse Error: ${REASONS[code] ?? result.message}`), {
      code,
      reason: REASONS[code] ?? result.message,
      bytesParsed: 0,
    });
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

const REASONS: Readonly<Record<string, string>> = { HPE_INVALID_CONSTANT: 'Expected HTTP/' };

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
  setConsumed: nothing,
});
