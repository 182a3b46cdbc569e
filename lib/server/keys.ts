import type { Secrets } from '@/lib/agent';
import { KEY_HEADER } from '@/lib/protocol';
import type { Environment } from './environment';
import { boundName, hostName, isLoopback } from './hosts';
import { sameSecret } from './session';

/** Header in which `TOOLYARD_ACCESS_TOKEN` is presented, by clients that use no bearer string. */
export const ACCESS_HEADER = 'x-toolyard-access';

/**
 * The keys a request may use: the one typed in the page, else the server's own. That serves only a server that is bound to
 * loopback and asked by a loopback name, or whoever presents the access token.
 */
export function secretsOf(request: Request, environment: Environment): Secrets {
  const typed = request.headers.get(KEY_HEADER)?.trim();
  if (typed) return { anthropicKey: typed };
  const own = environment.ANTHROPIC_API_KEY;
  return own !== undefined && mayUseOwnKey(request, environment) ? { anthropicKey: own, ownKey: true } : {};
}

function mayUseOwnKey(request: Request, environment: Environment): boolean {
  const { TOOLYARD_ACCESS_TOKEN: token, TOOLYARD_HOST: bound } = environment;
  if (token !== undefined) {
    const bearer = /^Bearer\s+(.*)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
    const presented = request.headers.get(ACCESS_HEADER) ?? bearer;
    if (presented && sameSecret(presented.trim(), token)) return true;
  }
  // A Host header alone proves nothing where strangers can connect.
  const local = bound === undefined || isLoopback(boundName(bound));
  return local && isLoopback(hostName(request.headers.get('host')));
}
