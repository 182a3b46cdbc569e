import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Secrets } from '@/lib/agent';
import { PROVIDERS } from '@/lib/models';
import { HEADERS_HEADER, KEY_HEADER, KEYED_PROVIDERS, readHeaders, readKey, type Problem } from '@/lib/protocol';
import type { Environment } from './environment';
import { NoRoomError, StorageError } from '@/lib/threads';
import { type Limiter, OverLimit, type Who, tooMany } from './limiter';
import { networkOf } from './network.mjs';
import { problemResponse } from './problem';

const COOKIE = 'toolyard_session';
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** The session that makes a request: the owner of its threads, and the cookie to set if the session is new. */
type Session = { ok: true; owner: string; setCookie?: string } | { ok: false; message: string };

/** The session of a request, from a long bearer string or a signed cookie; without either, a new session. */
export function sessionOf(request: Request, secret: string): Session {
  const bearer = /^Bearer\s+(.*)$/i.exec(request.headers.get('authorization') ?? '')?.[1]?.trim();
  if (bearer !== undefined) {
    if (bearer.length < 32) return { ok: false, message: 'A bearer string needs 32 characters or more.' };
    return { ok: true, owner: hash(`bearer:${bearer}`) };
  }
  const known = knownId(request.headers.get('cookie') ?? '', secret);
  if (known !== undefined) return { ok: true, owner: hash(`cookie:${known}`) };
  const id = randomBytes(24).toString('base64url');
  const setCookie = `${COOKIE}=${id}.${sign(id, secret)}; Path=/; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Lax`;
  return { ok: true, owner: hash(`cookie:${id}`), setCookie };
}

/** Bytes of a generated secret. */
const SECRET_BYTES = 32;

/** The secret that signs session cookies: the operator's, or one kept in the data folder so that it survives restarts. */
export function sessionSecret(dataFolder: string, given: string | undefined): string {
  if (given !== undefined) return given;
  const file = join(dataFolder, 'session-secret');
  const known = readSecret(file);
  if (known !== undefined) return known;
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  // Written completely before it gets its name: a full disk must not leave an empty secret, with which anybody could sign.
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    writeFileSync(draft, randomBytes(SECRET_BYTES).toString('base64url'), { flag: 'wx', mode: 0o600 });
    if (existsSync(file) && readSecret(file) === undefined) rmSync(file);
    // If several processes start together, one wins and the others read its secret.
    linkSync(draft, file);
  } catch (error) {
    if (readSecret(file) === undefined) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(file, 'utf8');
}

/** The secret in a file; undefined if it is missing or incomplete. */
function readSecret(file: string): string | undefined {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return text.length >= SECRET_BYTES ? text : undefined;
}

/** An address in the form that threads are stored with: a keyed hash, which cannot be reversed. */
export const storedAddress = (address: string, secret: string): string => sign(`address:${address}`, secret);

/** Whether two secrets are equal, in constant time. */
const sameSecret = (one: string, two: string): boolean =>
  timingSafeEqual(createHash('sha256').update(one).digest(), createHash('sha256').update(two).digest());

/** Most cookies of that name that are looked at: a browser has one, and checking signatures takes time. */
const COOKIES = 4;

function knownId(cookies: string, secret: string): string | undefined {
  const values = cookies.split(';').flatMap((cookie) => {
    const [name, value] = cookie.trim().split('=', 2);
    return name === COOKIE && value ? [value] : [];
  });
  for (const value of values.slice(0, COOKIES)) {
    const [id, signature] = value.split('.', 2);
    if (id && signature && sameSecret(signature, sign(id, secret))) return id;
  }
  return undefined;
}

const sign = (id: string, secret: string): string => createHmac('sha256', secret).update(id).digest('base64url');
const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Header for `TOOLYARD_ACCESS_TOKEN`, for clients that send no bearer string. */
const ACCESS_HEADER = 'x-toolyard-access';

/**
 * The keys that a request may use: the one typed in the page, and the server's own. The server's own are only for requests
 * by a loopback name to a server bound to loopback, or with the access token.
 */
export function secretsOf(request: Request, environment: Environment): Secrets {
  const key = request.headers.get(KEY_HEADER);
  const extra = request.headers.get(HEADERS_HEADER);
  const typed = key === null ? undefined : readKey(key);
  const set = extra === null ? undefined : readHeaders(extra);
  const own = mayUseOwnKey(request, environment) ? ownKeys(environment) : {};
  return {
    ...(typed && { typed: { [typed.slot]: typed.key } }),
    ...(set && { headers: { [set.slot]: set.headers } }),
    ...(Object.keys(own).length > 0 && { own }),
  };
}

/** The server's own keys are sent only to the providers themselves, never to an address that a page named. */
const ownKeys = (environment: Environment): Record<string, string> =>
  Object.fromEntries(
    KEYED_PROVIDERS.flatMap((id) => {
      const key = environment[PROVIDERS[id].keyVariable];
      return key === undefined ? [] : [[id, key]];
    }),
  );

function mayUseOwnKey(request: Request, environment: Environment): boolean {
  const { TOOLYARD_ACCESS_TOKEN: token, TOOLYARD_HOST: bound } = environment;
  if (token !== undefined) {
    const bearer = /^Bearer\s+(.*)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
    const presented = request.headers.get(ACCESS_HEADER) ?? bearer;
    if (presented && sameSecret(presented.trim(), token)) return true;
  }
  // A Host header alone proves nothing if strangers can connect.
  const local = bound === undefined || isLoopback(boundName(bound));
  return local && isLoopback(hostName(request.headers.get('host')));
}

type Settings = Pick<Environment, 'TOOLYARD_HOST' | 'TOOLYARD_ALLOW_ORIGINS'>;

/** The request's origin, if it is another site that the operator allows. */
const allowedOrigin = (request: Request, { TOOLYARD_ALLOW_ORIGINS: allowed }: Settings): string | undefined =>
  allowed.find((origin) => origin === request.headers.get('origin'));

/** Adds CORS headers for such a page. They do not allow cookies: a bearer string identifies the session. */
function openTo(origin: string, response: Response): Response {
  const opened: Record<string, string> = {
    'access-control-allow-origin': origin,
    'access-control-allow-methods': 'GET, POST, DELETE',
    'access-control-allow-headers': 'authorization, content-type, last-event-id, x-toolyard-key, x-toolyard-headers',
    'access-control-expose-headers': 'retry-after',
    'access-control-max-age': '600',
  };
  for (const [name, value] of Object.entries(opened)) response.headers.set(name, value);
  response.headers.append('vary', 'Origin');
  return response;
}

/**
 * Why a request is refused; undefined if it may be answered. Every request needs an allowed Host (which stops DNS
 * rebinding); all but GET also need JSON and an Origin that equals the Host or is allowed by the operator. Only clients
 * other than browsers may omit the Origin.
 */
function refuseRequest(request: Request, settings: Settings): Problem | undefined {
  const { TOOLYARD_HOST: bound } = settings;
  const host = request.headers.get('host');
  const name = hostName(host);
  if (name === undefined || !(isLoopback(name) || (bound !== undefined && name === boundName(bound)))) {
    return forbidden('HOST_REFUSED', 'This server is not reached by that Host.');
  }
  const foreign = allowedOrigin(request, settings) !== undefined;
  if (request.method === 'OPTIONS') return foreign ? undefined : forbidden('ORIGIN_REFUSED', NOT_ALLOWED);
  if (request.method === 'GET' || request.method === 'HEAD') return undefined;
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json')
    return forbidden('CONTENT_TYPE_REFUSED', 'The content type must be application/json.');
  if (foreign) return undefined;
  const origin = request.headers.get('origin');
  const site = request.headers.get('sec-fetch-site');
  if (origin === null) {
    return site === null ? undefined : forbidden('ORIGIN_REFUSED', 'A browser has to send an Origin.');
  }
  if (site !== null && site !== 'same-origin') return forbidden('ORIGIN_REFUSED', NOT_ALLOWED);
  return sameHost(origin, host ?? '') ? undefined : forbidden('ORIGIN_REFUSED', NOT_ALLOWED);
}

const NOT_ALLOWED = 'The request comes from another origin; the operator may list it in TOOLYARD_ALLOW_ORIGINS.';
const forbidden = (code: string, message: string): Problem => ({ code, message });

/** Compares both sides without the default port of the origin's scheme. */
function sameHost(origin: string, host: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, host: from } = new URL(origin);
  return (protocol === 'http:' || protocol === 'https:') && new URL(`${protocol}//${host}`).host === from;
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** A Host header's name without its port; undefined if it is not a valid host. */
export function hostName(host: string | null): string | undefined {
  if (!host || !URL.canParse(`http://${host}`)) return undefined;
  const url = new URL(`http://${host}`);
  // Anything but a bare host and port is an attempt at deception.
  return url.pathname === '/' && url.username === '' && url.search === '' && url.hash === '' ? url.hostname : undefined;
}

export const isLoopback = (name: string | undefined): boolean => name !== undefined && LOOPBACK.has(name);

/** The name in `TOOLYARD_HOST`, which may have a port or be a bare IPv6 address. */
export const boundName = (bound: string): string | undefined => hostName(bound) ?? hostName(`[${bound}]`) ?? undefined;

/** What every request is checked by. */
interface Door {
  readonly limiter: Limiter;
  readonly environment: Environment;
  /** Signs session cookies. */
  readonly secret: string;
}

/** A route's work. `take` counts bytes of the body that is read, until the work is done; it throws `OverLimit`. */
type Work<S> = (server: S, who: Who, take: (bytes: number) => void) => Promise<Response> | Response;

/**
 * Common handling of every route: checks the request, finds the session, sets a cookie for a new one, and turns whatever is
 * thrown into a problem.
 */
export async function handle<S extends Door>(open: () => S, request: Request, work: Work<S>): Promise<Response> {
  const response = await answer(open, request, work);
  cancelUnsent(request, response);
  const origin = attempt(() => allowedOrigin(request, open().environment));
  return origin === undefined ? response : openTo(origin, response);
}

async function answer<S extends Door>(open: () => S, request: Request, work: Work<S>): Promise<Response> {
  try {
    const server = open();
    const { limiter } = server;
    const address = networkOf(request.headers.get('x-forwarded-for') ?? '');
    limiter.requestFrom(address);
    const refused = refuseRequest(request, server.environment);
    if (refused) return problemResponse(403, refused);
    const session = sessionOf(request, server.secret);
    if (!session.ok) return problemResponse(401, { code: 'BAD_BEARER', message: session.message });
    limiter.requestOf(session.owner);
    const who = { owner: session.owner, address, known: session.setCookie === undefined };
    const body = limiter.bodyFrom(address);
    const response = await Promise.resolve(work(server, who, body.take)).finally(body.release);
    if (session.setCookie !== undefined) response.headers.append('set-cookie', session.setCookie);
    return response;
  } catch (error) {
    if (error instanceof OverLimit) return tooMany(error, open().limiter.value(error.limit));
    if (error instanceof NoRoomError) return problemResponse(403, { code: error.code, message: error.message });
    if (error instanceof StorageError) return problemResponse(503, { code: error.code, message: error.message });
    const message = error instanceof Error ? error.message : 'The server failed.';
    return problemResponse(500, { code: 'INTERNAL', message });
  }
}

/**
 * Cancels a body that nobody is sent, so that its stream ends: Next neither sends nor cancels one that answers HEAD, or whose
 * client leaves before it begins.
 */
function cancelUnsent({ method, signal }: Request, { body }: Response): void {
  // Once it is being sent, it is locked, and Next cancels it.
  const cancel = (): void => void body?.cancel().catch(() => undefined);
  if (method === 'HEAD' || signal.aborted) cancel();
  else signal.addEventListener('abort', cancel, { once: true });
}

/** The error of a server that cannot be opened has been answered already. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
