import type { Secrets } from '@/lib/agent';
import { PROVIDERS } from '@/lib/models';
import { HEADERS_HEADER, KEY_HEADER, KEYED_PROVIDERS, readHeaders, readKey } from '@/lib/protocol';
import type { Environment } from './environment';
import { boundName, hostName, isLoopback } from './origin';
import { sameSecret } from './session';

/** Header for `TOOLYARD_ACCESS_TOKEN`, for clients that send no bearer string. */
const ACCESS_HEADER = 'x-toolyard-access';

/**
 * The keys that a request may use: the one typed in the page, and the server's own. The server's own are only for requests
 * by a loopback name to a server bound to loopback, or with the access token.
 */
export function secretsOf(request: Request, environment: Environment): Secrets {
  const typed = readKey(request.headers.get(KEY_HEADER));
  const set = readHeaders(request.headers.get(HEADERS_HEADER));
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
