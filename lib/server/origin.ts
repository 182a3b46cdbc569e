import type { Problem } from '@/lib/protocol';
import { boundName, hostName, isLoopback } from './hosts';

/**
 * Whether a request may be answered at all. Every one needs an allowed Host (which stops DNS rebinding); all but GET also need
 * JSON and an Origin equal to the Host, which only a client that is no browser may leave out. Undefined means it may.
 */
export function refuseRequest(request: Request, bound: string | undefined): Problem | undefined {
  const host = request.headers.get('host');
  const name = hostName(host);
  if (name === undefined || !(isLoopback(name) || (bound !== undefined && name === boundName(bound)))) {
    return forbidden('HOST_REFUSED', 'This server is not reached by that Host.');
  }
  if (request.method === 'GET' || request.method === 'HEAD') return undefined;
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json')
    return forbidden('CONTENT_TYPE_REFUSED', 'The content type must be application/json.');
  const origin = request.headers.get('origin');
  const site = request.headers.get('sec-fetch-site');
  if (origin === null) {
    return site === null ? undefined : forbidden('ORIGIN_REFUSED', 'A browser has to send an Origin.');
  }
  if (site !== null && site !== 'same-origin')
    return forbidden('ORIGIN_REFUSED', 'The request comes from another site.');
  return sameHost(origin, host ?? '')
    ? undefined
    : forbidden('ORIGIN_REFUSED', 'The request comes from another origin.');
}

const forbidden = (code: string, message: string): Problem => ({ code, message });

/** Compares with the default port of the origin's scheme left out on both sides. */
function sameHost(origin: string, host: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, host: from } = new URL(origin);
  return (protocol === 'http:' || protocol === 'https:') && new URL(`${protocol}//${host}`).host === from;
}
