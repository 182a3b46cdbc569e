const HANDLED = ['readystatechange', 'loadstart', 'progress', 'load', 'error', 'abort', 'timeout', 'loadend'] as const;

/** `XMLHttpRequest` on top of the page's `fetch`. Synchronous requests are not supported. */
// oxlint-disable-next-line max-lines-per-function -- one class
export function makeXmlHttpRequest(fetch: typeof globalThis.fetch) {
  return class XMLHttpRequest extends EventTarget {
    static readonly UNSENT = 0;
    static readonly OPENED = 1;
    static readonly HEADERS_RECEIVED = 2;
    static readonly LOADING = 3;
    static readonly DONE = 4;
    readyState = 0;
    status = 0;
    statusText = '';
    responseURL = '';
    responseType: XMLHttpRequestResponseType = '';
    response: unknown = '';
    timeout = 0;
    withCredentials = false;
    private method = 'GET';
    private url = '';
    private readonly sent = new Headers();
    private received = new Headers();
    private stop = new AbortController();

    constructor() {
      super();
      for (const name of HANDLED) {
        this.addEventListener(name, (event) => {
          const handler: unknown = Reflect.get(this, `on${name}`);
          if (typeof handler === 'function') Reflect.apply(handler, this, [event]);
        });
      }
    }

    open(method: string, url: string | URL, async = true): void {
      if (!async) throw new DOMException('A page of the sandbox cannot wait for an answer.', 'InvalidAccessError');
      this.method = method;
      this.url = String(url);
      this.stop = new AbortController();
      this.become(1);
    }

    setRequestHeader(name: string, value: string): void {
      this.sent.append(name, value);
    }

    send(body?: XMLHttpRequestBodyInit | null): void {
      this.dispatchEvent(new ProgressEvent('loadstart'));
      const { signal } = this.stop;
      const limit = this.timeout > 0 ? AbortSignal.timeout(this.timeout) : undefined;
      void fetch(this.url, {
        method: this.method,
        headers: this.sent,
        signal: limit ? AbortSignal.any([signal, limit]) : signal,
        ...(body !== undefined && body !== null && { body }),
      })
        .then((response) => this.take(response))
        .then(
          () => this.end('load'),
          () => {
            if (signal.aborted) return;
            this.end(limit?.aborted ? 'timeout' : 'error');
          },
        );
    }

    abort(): void {
      this.stop.abort();
      if (this.readyState > 0 && this.readyState < 4) this.end('abort');
      this.readyState = 0;
    }

    getResponseHeader(name: string): string | null {
      return this.received.get(name);
    }

    getAllResponseHeaders(): string {
      return [...this.received].map(([name, value]) => `${name}: ${value}\r\n`).join('');
    }

    overrideMimeType(): void {}

    get responseText(): string {
      return typeof this.response === 'string' ? this.response : '';
    }

    private async take(response: Response): Promise<void> {
      this.received = response.headers;
      this.status = response.status;
      this.statusText = response.statusText;
      this.responseURL = response.url;
      this.become(2);
      if (this.responseType === 'arraybuffer') this.response = await response.arrayBuffer();
      else if (this.responseType === 'blob') this.response = await response.blob();
      else if (this.responseType === 'json') this.response = await response.json().catch(() => null);
      else this.response = await response.text();
      this.become(3);
    }

    private become(state: number): void {
      this.readyState = state;
      this.dispatchEvent(new Event('readystatechange'));
    }

    private end(how: 'load' | 'error' | 'abort' | 'timeout'): void {
      this.become(4);
      this.dispatchEvent(new ProgressEvent(how));
      this.dispatchEvent(new ProgressEvent('loadend'));
    }
  };
}
