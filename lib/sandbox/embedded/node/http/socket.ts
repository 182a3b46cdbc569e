import { EventEmitter } from 'events';

/** What a message of HTTP gives as its connection. There is none: it says who asks, and ends the exchange. */
export class Socket extends EventEmitter {
  readonly remoteAddress = '127.0.0.1';
  readonly remoteFamily = 'IPv4';
  readonly localAddress = '127.0.0.1';
  readonly encrypted = false;
  destroyed = false;

  constructor(
    readonly localPort: number,
    private readonly onDestroy: (error?: Error) => void,
  ) {
    super();
  }

  destroy(error?: Error): this {
    if (this.destroyed) return this;
    this.destroyed = true;
    this.onDestroy(error);
    return this;
  }

  readonly setTimeout = () => this;
  readonly setNoDelay = () => this;
  readonly setKeepAlive = () => this;
  readonly ref = () => this;
  readonly unref = () => this;
}
