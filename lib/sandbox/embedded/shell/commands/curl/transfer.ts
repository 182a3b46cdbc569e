import { askOnce, HttpFailure, type Answered } from '../../../http/ask-once';
import type { HttpClient } from '../../../http/http-client';
import { isLocalHost, localPortOf, noNetwork } from '../../../http/local-address';
import { CommandFailure, type CommandContext } from '../context';
import type { ParsedOptions } from '../options';
import type { CurlCookies } from './cookies';
import { curlNumber } from './options';
import type { Output } from '../output';
import { curlUrl, headOf, type Asking } from './request';
import { curlSeconds, type Report } from './write-out';

/** What one curl command works with. */
export interface Line {
  readonly context: CommandContext;
  readonly options: ParsedOptions;
  readonly cookies: CurlCookies;
  readonly client: HttpClient;
}

/** Maximum number of redirects that `-L` follows by default. */
const MOST_REDIRECTIONS = 50;
const HTTP_ERROR = 22;

/** A transfer and its state so far, which `-w` reports even after a failure. */
export class Transfer {
  private status = 0;
  private headers: readonly (readonly [string, string])[] = [];
  private redirections = 0;
  private received = 0;
  private headerSize = 0;
  /** Response heads to show, written where the body goes. */
  private heads = '';
  private target = '';
  private firstMs = 0;
  private readonly startMs = performance.now();
  failure: CommandFailure | undefined;

  constructor(
    private readonly line: Line,
    private asked: Asking,
    /** Opens the output for the body once there is a response. */
    private readonly open: (answer: Answered, url: URL) => Output,
  ) {}

  /** Runs the transfer. Throws curl's message with its exit code. */
  async run(): Promise<void> {
    const { context, options } = this.line;
    const limit = curlNumber(options, 'm');
    const stop = new AbortController();
    const timer =
      limit === undefined || limit === 0
        ? undefined
        : setTimeout(() => stop.abort(new HttpFailure('ETIMEDOUT', '')), limit * 1000);
    try {
      await this.follow(stop.signal);
    } catch (error) {
      this.failure = error instanceof HttpFailure ? this.failed(error) : undefined;
      throw this.failure ?? error;
    } finally {
      clearTimeout(timer);
      stop.abort(new HttpFailure('ECONNRESET', ''));
      await context.out.flush();
    }
  }

  private async follow(signal: AbortSignal): Promise<void> {
    const { context, options, cookies, client } = this.line;
    let referer: string | undefined;
    for (;;) {
      const { url, body } = this.asked;
      if (url.protocol === 'file:') return this.file(url);
      if (!isLocalHost(url.hostname)) throw new CommandFailure(`(7) Failed to connect: ${noNetwork(url.host)}`, 7);
      if (url.protocol === 'https:')
        throw new CommandFailure('(35) servers of this sandbox speak http: there is no TLS between its programs', 35);
      const head = headOf(this.asked, options, cookies, referer);
      this.tell('>', [
        `${head.method} ${head.url} HTTP/1.1`,
        ...head.headers.map(([name, value]) => `${name}: ${value}`),
        '',
      ]);
      const answer = await context.task.wait(askOnce(client, localPortOf(url), head, body?.bytes, signal));
      this.firstMs = performance.now();
      this.took(answer, url);
      const location = answer.headers.find(([name]) => /^location$/i.test(name))?.[1];
      this.target =
        location !== undefined && answer.status >= 300 && answer.status < 400 ? new URL(location, url).href : '';
      if (!options.has('L') || this.target === '') return this.receive(answer, url);
      const most = curlNumber(options, 'max-redirs') ?? MOST_REDIRECTIONS;
      if (this.redirections >= most) throw new CommandFailure(`(47) Maximum (${most}) redirects followed`, 47);
      await answer.body.cancel();
      this.redirections += 1;
      if (options.get('e')?.endsWith(';auto')) referer = url.href;
      this.asked = redirected(this.asked, answer.status, curlUrl(this.target), options);
    }
  }

  /** Records the head of a response, and shows it if asked to. */
  private took({ status, statusText, headers }: Answered, url: URL): void {
    const { context, options, cookies } = this.line;
    this.status = status;
    this.headers = headers;
    const lines = [`HTTP/1.1 ${status} ${statusText}`, ...headers.map(([name, value]) => `${name}: ${value}`), ''];
    const text = lines.map((line) => `${line}\r\n`).join('');
    this.headerSize += text.length;
    this.tell('<', lines);
    for (const [name, value] of headers) if (/^set-cookie$/i.test(name)) cookies.set(value, url);
    if (options.has('i') || options.has('I')) this.heads += text;
    const file = options.get('D');
    if (file === '-') context.out.write(text);
    else if (file !== undefined) {
      const out = context.create(file, this.redirections > 0);
      out.write(text);
      void out.close();
    }
  }

  private async receive(answer: Answered, url: URL): Promise<void> {
    const { context, options } = this.line;
    const isError = answer.status >= 400;
    if (isError && options.has('f') && !options.has('fail-with-body')) {
      await answer.body.cancel();
      await this.showHeads(answer, url);
      throw this.httpError();
    }
    const out = this.open(answer, url);
    out.write(this.heads);
    const reader = answer.body.getReader();
    for (;;) {
      const { done, value } = await context.task.wait(reader.read());
      if (done) break;
      this.received += value.length;
      out.write(value);
      // Flushed at once, so that streamed events appear as they arrive.
      await out.flush();
    }
    if (out === context.out) await out.flush();
    else await out.close();
    if (isError && options.has('fail-with-body')) throw this.httpError();
  }

  /** Writes only the heads, if the body is not wanted. */
  private async showHeads(answer: Answered, url: URL): Promise<void> {
    if (this.heads === '') return;
    const out = this.open(answer, url);
    out.write(this.heads);
    await (out === this.line.context.out ? out.flush() : out.close());
  }

  private async file(url: URL): Promise<void> {
    const { context, options } = this.line;
    const path = decodeURIComponent(url.pathname);
    let bytes: Uint8Array;
    try {
      bytes = context.sys.read(path);
    } catch {
      throw new CommandFailure(`(37) Couldn't open file ${path}`, 37);
    }
    const [, from, to] = /^(\d*)-(\d*)$/.exec(options.get('r') ?? '') ?? [];
    if (from === '') bytes = bytes.slice(-Number(to));
    else if (from !== undefined) bytes = bytes.slice(Number(from), to ? Number(to) + 1 : undefined);
    this.received = bytes.length;
    const out = this.open({ status: 0, statusText: '', headers: [], body: new ReadableStream() }, url);
    out.write(bytes);
    await (out === context.out ? out.flush() : out.close());
  }

  private httpError(): CommandFailure {
    return (this.failure = new CommandFailure(
      `(${HTTP_ERROR}) The requested URL returned error: ${this.status}`,
      HTTP_ERROR,
    ));
  }

  private failed({ code, message }: HttpFailure): CommandFailure {
    const { url } = this.asked;
    const ms = Math.round(performance.now() - this.startMs);
    switch (code) {
      case 'ECONNREFUSED':
        return new CommandFailure(
          `(7) Failed to connect to ${url.hostname} port ${localPortOf(url)} after ${ms} ms: Couldn't connect to server`,
          7,
        );
      case 'ETIMEDOUT':
        return new CommandFailure(
          `(28) Operation timed out after ${ms} milliseconds with ${this.received} bytes received`,
          28,
        );
      default:
        return this.status === 0
          ? new CommandFailure('(52) Empty reply from server', 52)
          : new CommandFailure(`(18) transfer closed with outstanding read data remaining: ${message}`, 18);
    }
  }

  /** Writes lines of `-v`. */
  private tell(mark: '<' | '>', lines: readonly string[]): void {
    const { context, options } = this.line;
    if (options.has('v')) context.err.write(lines.map((line) => `${mark} ${line}\r\n`).join(''));
  }

  report(): Report {
    const { url, method, body } = this.asked;
    const type = this.headers.find(([name]) => /^content-type$/i.test(name))?.[1] ?? '';
    const code = String(this.status).padStart(3, '0');
    const ms = performance.now() - this.startMs;
    const first = curlSeconds(this.firstMs === 0 ? 0 : this.firstMs - this.startMs);
    const values = {
      http_code: code,
      response_code: code,
      content_type: type,
      errormsg: this.failure?.message.replace(/^\(\d+\) /, '') ?? '',
      exitcode: this.failure?.status ?? 0,
      filename_effective: this.line.options.get('o') ?? '',
      http_connect: '000',
      http_version: this.status === 0 ? '0' : '1.1',
      local_ip: '127.0.0.1',
      method,
      num_connects: this.redirections + 1,
      num_headers: this.headers.length,
      num_redirects: this.redirections,
      redirect_url: this.line.options.has('L') ? '' : this.target,
      remote_ip: '127.0.0.1',
      remote_port: localPortOf(url),
      scheme: url.protocol.slice(0, -1).toUpperCase(),
      size_download: this.received,
      size_header: this.headerSize,
      size_upload: body?.bytes.length ?? 0,
      speed_download: Math.round((this.received * 1000) / Math.max(1, ms)),
      ssl_verify_result: 0,
      time_appconnect: curlSeconds(0),
      time_connect: first,
      time_namelookup: curlSeconds(0),
      time_pretransfer: first,
      time_redirect: curlSeconds(0),
      time_starttransfer: first,
      time_total: curlSeconds(ms),
      url: url.href,
      url_effective: url.href,
    };
    return { values, headers: this.headers };
  }

  get retriable(): boolean {
    const { options } = this.line;
    if (this.failure?.status === 28 || [408, 429, 500, 502, 503, 504].includes(this.status)) return true;
    if (options.has('retry-all-errors')) return this.failure !== undefined;
    return this.failure?.status === 7 && options.has('retry-connrefused');
  }
}

/** The request to a redirect's target. As in browsers, a POST becomes a GET, unless the options say otherwise. */
function redirected(asked: Asking, status: number, url: URL, options: ParsedOptions): Asking {
  const becomesGet = [301, 302, 303].includes(status) && asked.method === 'POST' && !options.has(`post${status}`);
  const isPut = status === 303 && asked.method !== 'HEAD';
  if (!becomesGet && !isPut) return { ...asked, url };
  return { ...asked, url, method: options.get('X') ?? 'GET', body: undefined };
}
