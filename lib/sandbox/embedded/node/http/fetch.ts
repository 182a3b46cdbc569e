import { askOnce, HttpFailure, type Answered } from '../../http/ask-once';
import { isLocalHost, noNetwork, localPortOf } from '../../http/local-address';
import type { Guest } from '../guest';

const MOST_REDIRECTIONS = 20;
const REDIRECTIONS = new Set([301, 302, 303, 307, 308]);
const WITHOUT_BODY = new Set([204, 205, 304]);

/** `fetch` of Node's, for the ports of the sandbox. */
export const makeFetch =
  (guest: Guest): typeof fetch =>
  async (input, init) => {
    const request = new Request(input, init);
    guest.loop.hold();
    try {
      return await follow(guest, request);
    } catch (error) {
      if (request.signal.aborted) throw request.signal.reason;
      if (error instanceof HttpFailure) throw Object.assign(new TypeError('fetch failed'), { cause: error });
      throw error;
    } finally {
      guest.loop.release();
    }
  };

async function follow(guest: Guest, request: Request): Promise<Response> {
  let { method } = request;
  let url = new URL(request.url);
  let body = request.body ? new Uint8Array(await request.arrayBuffer()) : undefined;
  for (let redirections = 0; ; redirections += 1) {
    if (url.protocol !== 'http:' || !isLocalHost(url.hostname))
      throw new HttpFailure('ENETUNREACH', noNetwork(url.host));
    const head = { method, url: url.pathname + url.search, headers: headersOf(request.headers, url, body) };
    const answer = await askOnce(guest.network.client, localPortOf(url), head, body, request.signal);
    const location = answer.headers.find(([name]) => name.toLowerCase() === 'location')?.[1];
    if (!REDIRECTIONS.has(answer.status) || location === undefined || request.redirect === 'manual') {
      return responseOf(guest, answer, url, redirections > 0);
    }
    if (request.redirect === 'error') throw new HttpFailure('ERR_REDIRECT', 'unexpected redirect');
    if (redirections === MOST_REDIRECTIONS) throw new HttpFailure('ERR_REDIRECT', 'redirect count exceeded');
    await answer.body.cancel();
    url = new URL(location, url);
    if (answer.status === 303 || (answer.status < 303 && method === 'POST')) {
      method = method === 'HEAD' ? 'HEAD' : 'GET';
      body = undefined;
    }
  }
}

function headersOf(headers: Headers, url: URL, body: Uint8Array | undefined): [string, string][] {
  const own = [...headers].filter(([name]) => body !== undefined || name !== 'content-type');
  return [
    ['host', url.host],
    ['connection', 'keep-alive'],
    ...(headers.has('accept') ? [] : [['accept', '*/*'] satisfies [string, string]]),
    ...(headers.has('user-agent') ? [] : [['user-agent', 'node'] satisfies [string, string]]),
    ...own,
    ...(body ? [['content-length', String(body.byteLength)] satisfies [string, string]] : []),
  ];
}

function responseOf(
  guest: Guest,
  { status, statusText, headers, body }: Answered,
  url: URL,
  redirected: boolean,
): Response {
  const response = new Response(WITHOUT_BODY.has(status) ? null : held(guest, body), { status, statusText, headers });
  Object.defineProperties(response, { url: { value: url.href }, redirected: { value: redirected } });
  return response;
}

/** A body that keeps the program alive while somebody waits for more of it. */
function held(guest: Guest, body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      guest.loop.hold();
      try {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(new Uint8Array(value));
      } finally {
        guest.loop.release();
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
