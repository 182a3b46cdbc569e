import ipaddr from 'ipaddr.js';
import { StorageError } from '@/lib/threads';
import { OverLimit, type Who } from './limiter';
import { allowedOrigin, openTo, refuseRequest } from './origin';
import { problemResponse, tooMany } from './problem';
import type { ToolyardServer } from './server';
import { sessionOf } from './session';

/**
 * Common handling of every route: checks the request, finds the session, sets a cookie for a new one, and turns whatever is
 * thrown into a problem.
 */
export async function handle(
  open: () => ToolyardServer,
  request: Request,
  work: (server: ToolyardServer, who: Who) => Promise<Response> | Response,
): Promise<Response> {
  const response = await answer(open, request, work);
  const origin = attempt(() => allowedOrigin(request, open().environment));
  return origin === undefined ? response : openTo(origin, response);
}

async function answer(
  open: () => ToolyardServer,
  request: Request,
  work: (server: ToolyardServer, who: Who) => Promise<Response> | Response,
): Promise<Response> {
  try {
    const server = open();
    const { limiter } = server;
    const address = clientAddress(request);
    limiter.requestFrom(address);
    const refused = refuseRequest(request, server.environment);
    if (refused) return problemResponse(403, refused);
    const session = sessionOf(request, server.secret);
    if (!session.ok) return problemResponse(401, { code: 'BAD_BEARER', message: session.message });
    limiter.requestOf(session.owner);
    const response = await work(server, { owner: session.owner, address, known: session.setCookie === undefined });
    if (session.setCookie !== undefined) response.headers.append('set-cookie', session.setCookie);
    return response;
  } catch (error) {
    if (error instanceof OverLimit) return tooMany(error, open().limiter.value(error.limit));
    if (error instanceof StorageError) return problemResponse(503, { code: error.code, message: error.message });
    const message = error instanceof Error ? error.message : 'The server failed.';
    return problemResponse(500, { code: 'INTERNAL', message });
  }
}

/** The error of a server that cannot be opened has been answered already. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** 64 bits, the IPv6 network of one household. */
const IPV6_PARTS = 4;

/**
 * The address that a request's limits count against: the last one in `x-forwarded-for`, which the launcher's server appends.
 * Addresses of one IPv6 network count as one.
 */
export function clientAddress(request: Request): string {
  const last = request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() ?? '';
  if (!ipaddr.isValid(last)) return 'unknown';
  const address = ipaddr.process(last);
  if (address instanceof ipaddr.IPv6)
    return address.parts
      .slice(0, IPV6_PARTS)
      .map((part) => part.toString(16))
      .join(':');
  return address.toString();
}
