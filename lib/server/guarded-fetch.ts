import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { Agent, buildConnector, fetch as undiciFetch, type Dispatcher } from 'undici';
import { guardedLookup, refusedLiteral, UrlRefused, type Resolve } from './address-guard';
import { listsHost } from './allow-hosts';
import { LIMITS } from './limits.mjs';
import { fewLookups } from './few-lookups';
import { endingLate } from './late-end';
import { byteLimit, TooLong } from '@/lib/models/bounded';
import { readThrough } from '@/lib/models/read-through';
import { createFairScheduler } from '@/lib/threads/fair-queue.mjs';
import { proxyFor, throughProxy } from './outgoing-proxy';

interface GuardedFetchOptions {
  /**
   * Entries `host` or `host:port` of the operator's list, which may be private. Only for callers whose URL a person or the
   * operator configured; URLs named by a model or a page get no such list.
   */
  allowHosts?: readonly string[];
  /** Replaces the system's DNS look-up. */
  resolve?: Resolve;
  /** Hosts that a proxy may look up itself, since behind a proxy there may be no other DNS. */
  wellKnown?: readonly string[];
  /** Most bytes of a response that are read; a longer one is cut off with an error. */
  maxBytes?: number;
  /** Most milliseconds from the request to the end of the response, with all redirects; a slower one is cut off, too. */
  maxMs?: number;
}

/** Shared by all guarded fetches. */
const systemLookup = fewLookups(lookup, 6);

const MAX_REDIRECTS = 5;
const CONNECT_TIMEOUT_MS = 10_000;
/** The longest time that a timer can wait, in milliseconds. */
const LONGEST_TIMER = 2 ** 31 - 1;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** Headers that are kept on a redirect to another origin: no keys, no cookies. */
const TRAVELLING = new Set(['accept', 'accept-language', 'content-type', 'user-agent']);

/**
 * A `fetch` that reaches only public addresses. Addresses are checked in the socket's own look-up, at each hop; the
 * operator's list allows the requested URL and redirects within its origin, never a redirect to another. Rejects with
 * `UrlRefused`, `TooLong`, the signal's reason or the network error. Uses the environment's proxy, and gives it checked
 * addresses.
 */
export function createGuardedFetch({
  allowHosts = [],
  resolve = systemLookup,
  wellKnown = [],
  maxBytes = LIMITS.TOOLYARD_ANSWER_BYTES.value,
  maxMs = LIMITS.TOOLYARD_ANSWER_SECONDS.value * 1000,
}: GuardedFetchOptions = {}): typeof fetch {
  const open = agentOf(connectWith());
  const guarded = agentOf(guardedConnect(resolve));
  const proxies = new Map<string, Dispatcher>();
  const dispatcherFor = (url: URL, listed: boolean): Dispatcher => {
    const proxy = proxyFor(url);
    if (proxy === undefined) return listed ? open : guarded;
    const free = listed || wellKnown.includes(url.hostname);
    const key = `${free} ${proxy}`;
    const known = proxies.get(key);
    if (known) return known;
    const connecting = { connectMs: CONNECT_TIMEOUT_MS, secure: connectWith() };
    const agent = agentOf(throughProxy(proxy, connecting, free ? undefined : resolve));
    proxies.set(key, agent);
    return agent;
  };
  return async (input, init) => {
    if (!(input instanceof Request)) refuseTarget(new URL(input));
    // Its signal is followed below: a request would never leave it.
    const request = new Request(input, { ...init, redirect: 'manual', signal: null });
    const mode = init?.redirect ?? (input instanceof Request ? input.redirect : 'follow');
    const body = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer());
    const { signal, over } = inTime(init?.signal ?? (input instanceof Request ? input.signal : undefined), maxMs);
    const first = new URL(request.url);
    let hop = { url: first, method: request.method, headers: request.headers, body };
    try {
      for (let hops = 0; ; hops += 1) {
        const listed = hop.url.origin === first.origin && listsHost(allowHosts, hop.url);
        const response = await send(hop, dispatcherFor(hop.url, listed), signal);
        const location = response.headers.get('location');
        if (mode === 'manual' || location === null || !REDIRECTS.has(response.status))
          return standard(response, hop.url, { maxBytes, over });
        await response.body?.cancel();
        if (mode === 'error') throw new UrlRefused(`${hop.url.origin} redirects, which is not wanted here.`);
        if (hops === MAX_REDIRECTS) throw new UrlRefused(`${first.origin} redirects more than ${MAX_REDIRECTS} times.`);
        hop = redirected(hop, response.status, location);
      }
    } catch (error) {
      over();
      throw refusalIn(error) ?? error;
    }
  };
}

/** A signal that aborts with the given one, or once time is up. After `over` it never does, and holds nothing. */
function inTime(given: AbortSignal | null | undefined, ms: number): { signal: AbortSignal; over: () => void } {
  const asking = new AbortController();
  const leave = (): void => {
    over();
    asking.abort(given?.reason);
  };
  const late = (): void => asking.abort(new TooLong(`The answer takes longer than ${ms / 1000} seconds.`));
  const timer = setTimeout(late, Math.min(ms, LONGEST_TIMER)).unref();
  const over = (): void => {
    clearTimeout(timer);
    given?.removeEventListener('abort', leave);
  };
  if (given?.aborted) leave();
  else given?.addEventListener('abort', leave);
  return { signal: asking.signal, over };
}

interface Hop {
  url: URL;
  method: string;
  headers: Headers;
  body: Uint8Array<ArrayBuffer> | undefined;
}

type Answer = Awaited<ReturnType<typeof undiciFetch>>;

const agentOf = (connect: buildConnector.connector): Agent => new Agent({ connect: endingLate(connect) });

const connectWith = (more: { lookup?: LookupFunction } = {}): buildConnector.connector =>
  buildConnector({ timeout: CONNECT_TIMEOUT_MS, allowHalfOpen: true, ...more });

function guardedConnect(resolve: Resolve): buildConnector.connector {
  const connect = connectWith({ lookup: guardedLookup(resolve) });
  return (options, callback) => {
    // A socket does no look-up for a host that is an address already.
    const refused = refusedLiteral(options.hostname);
    if (refused) callback(refused, null);
    else connect(options, callback);
  };
}

async function send({ url, method, headers, body }: Hop, dispatcher: Dispatcher, signal: AbortSignal): Promise<Answer> {
  refuseTarget(url);
  return undiciFetch(url, {
    method,
    headers: [...headers],
    ...(body && { body }),
    redirect: 'manual',
    dispatcher,
    signal,
  });
}

/** Throws for a URL that no request may be made to, whatever its host. */
function refuseTarget({ protocol, username, password }: URL): void {
  if (protocol !== 'http:' && protocol !== 'https:') throw new UrlRefused(`${protocol} is not http or https.`);
  if (username !== '' || password !== '') throw new UrlRefused('An address must not carry a name or a password.');
}

const schedule = createFairScheduler();

/** Gives each chunk a task of its own: a thousand models may stream at once, and each chunk is a good deal of work. */
const ownTask = (): Promise<void> => new Promise((resolve) => schedule(resolve));

/** What undici decodes; it hands on any other coding as it is. */
const CODINGS = new Set(['', 'identity', 'gzip', 'x-gzip', 'deflate', 'br']);

/** The same response as the platform's own class, which callers and their libraries expect. */
function standard(response: Answer, url: URL, { maxBytes, over }: { maxBytes: number; over: () => void }): Response {
  const { status, statusText, headers } = response;
  const refuse = (why: string): never => {
    response.body?.cancel().catch(() => undefined);
    throw new TypeError(`${url.host} answered ${why}`);
  };
  // No response of the platform may have it.
  if (status > 599) refuse(`with the status ${status}, which there is not`);
  const codings = (headers.get('content-encoding') ?? '').split(',').map((coding) => coding.trim().toLowerCase());
  const unknown = codings.find((coding) => !CODINGS.has(coding));
  if (unknown !== undefined) refuse(`in a coding that was not asked for, ${unknown}`);
  const body = response.body instanceof ReadableStream ? response.body : null;
  if (!body) over();
  else {
    readThrough(body, () => {
      const count = byteLimit(maxBytes);
      const came = (piece: Uint8Array | undefined): Promise<void> => {
        count(piece);
        return ownTask();
      };
      return { came, over };
    });
  }
  const made = new Response(body, { status, statusText, headers: [...headers] });
  // undici cancels an unread body once its own response is collected: here it lives as long as this one.
  Object.defineProperty(made, 'url', { get: () => response.url || url.href });
  return made;
}

/** The refusal that made a request fail, however deep in the chain of causes. */
function refusalIn(error: unknown): UrlRefused | undefined {
  if (error instanceof UrlRefused) return error;
  return error instanceof Error ? refusalIn(error.cause) : undefined;
}

function redirected({ url, method, headers, body }: Hop, status: number, location: string): Hop {
  if (!URL.canParse(location, url)) throw new UrlRefused(`${url.origin} redirects to what is no address.`);
  const next = new URL(location, url);
  const becomesGet = status === 303 ? method !== 'HEAD' : status < 303 && method === 'POST';
  const kept = [...headers].filter(
    ([name]) => (next.origin === url.origin || TRAVELLING.has(name)) && !(becomesGet && name.startsWith('content-')),
  );
  return {
    url: next,
    method: becomesGet ? 'GET' : method,
    headers: new Headers(kept),
    body: becomesGet ? undefined : body,
  };
}
