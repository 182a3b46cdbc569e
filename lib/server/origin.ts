import type { Problem } from '@/lib/protocol';
import type { Environment } from './environment';

type Settings = Pick<Environment, 'TOOLYARD_HOST' | 'TOOLYARD_ALLOW_ORIGINS'>;

/** The request's origin, if it is another site that the operator allows. */
export const allowedOrigin = (request: Request, { TOOLYARD_ALLOW_ORIGINS: allowed }: Settings): string | undefined =>
  allowed.find((origin) => origin === request.headers.get('origin'));

/** Adds CORS headers for such a page. They do not allow cookies: a bearer string identifies the session. */
export function openTo(origin: string, response: Response): Response {
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
export function refuseRequest(request: Request, settings: Settings): Problem | undefined {
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
