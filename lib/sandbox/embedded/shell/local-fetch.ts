import type { BashOptions } from 'just-bash/browser';
import { askOnce, bodyBytes, HttpFailure } from '../http/ask-once';
import type { HttpClient } from '../http/http-client';
import { isLocalHost, noNetwork, localPortOf } from '../http/local-address';

type Fetch = NonNullable<BashOptions['fetch']>;

const MOST_REDIRECTIONS = 20;
const DEADLINE_MS = 30_000;
/** Words by which just-bash's curl knows what gets its exit code 7. */
const DENIED = 'Network access denied';

/** What `curl` and `wget` reach: programs of the sandbox that listen, and nothing else. */
export const makeLocalFetch =
  (client: HttpClient): Fetch =>
  async (address, { method = 'GET', headers, body, followRedirects = true, timeoutMs, maxRedirects, signal } = {}) => {
    const limit = AbortSignal.timeout(Math.min(timeoutMs ?? DEADLINE_MS, DEADLINE_MS));
    const stop = signal ? AbortSignal.any([signal, limit]) : limit;
    let url = new URL(address);
    for (let redirections = 0; ; redirections += 1) {
      if (!isLocalHost(url.hostname)) throw new Error(`${DENIED}: ${noNetwork(url.host)}`);
      const sent = typeof body === 'string' ? new TextEncoder().encode(body) : undefined;
      const head = { method, url: url.pathname + url.search, headers: headersOf(new Headers(headers), url, sent) };
      const { status, statusText, ...answer } = await ask(client, url, head, sent, stop);
      const found = Object.fromEntries(answer.headers.map(([name, value]) => [name.toLowerCase(), value]));
      const { location } = found;
      if (!followRedirects || status < 300 || status > 399 || location === undefined) {
        const bytes = new Uint8Array(await bodyBytes(answer.body));
        return { status, statusText, headers: found, body: bytes, url: url.href };
      }
      if (redirections >= (maxRedirects ?? MOST_REDIRECTIONS)) throw new Error('Too many redirects');
      await answer.body.cancel();
      url = new URL(location, url);
      if (status === 303 || (status < 303 && method === 'POST')) [method, body] = ['GET', undefined];
    }
  };

async function ask(
  client: HttpClient,
  url: URL,
  ...rest: [Parameters<typeof askOnce>[2], Uint8Array | undefined, AbortSignal]
) {
  const port = localPortOf(url);
  try {
    return await askOnce(client, port, ...rest);
  } catch (error) {
    if (!(error instanceof HttpFailure) || error.code !== 'ECONNREFUSED') throw error;
    const message = `Failed to connect to ${url.hostname} port ${port}: Connection refused`;
    throw new Error(`${message} (${DENIED}: no program of this sandbox listens there)`, { cause: error });
  }
}

function headersOf(headers: Headers, url: URL, body: Uint8Array | undefined): [string, string][] {
  const all: [string, string][] = [['Host', url.host]];
  if (!headers.has('user-agent')) all.push(['User-Agent', 'curl/8.5.0']);
  if (!headers.has('accept')) all.push(['Accept', '*/*']);
  all.push(...headers);
  if (body) all.push(['Content-Length', String(body.byteLength)]);
  return all;
}
