import { Socket } from 'node:net';
import { callbackify } from 'node:util';
import { getProxyForUrl } from 'proxy-from-env';
import { Pool, type buildConnector } from 'undici';
import { checkAddress, type Resolve } from './address-guard';
import { hostName, isLoopback } from './caller';

/**
 * The proxy that `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY` name for a URL; undefined if it is reached
 * directly. Throws if it is no http or https proxy.
 */
export function proxyFor(url: URL): string | undefined {
  if (isLoopback(hostName(url.host))) return undefined;
  const proxy = getProxyForUrl(url.href) || undefined;
  // Without its URL, which may hold a password: strangers read this.
  if (proxy !== undefined && !/^https?:/.test(proxy))
    throw new TypeError('The proxy that is set is no http or https proxy.');
  return proxy;
}

/** How connections are opened: `secure` makes one that is open already a TLS connection. */
interface Connecting {
  connectMs: number;
  secure: buildConnector.connector;
}

/**
 * Opens connections through a proxy. With `resolve`, each target is looked up here first, and the proxy is given the checked
 * address instead of the name, so it does no look-up of its own.
 */
export function throughProxy(
  proxy: string,
  { connectMs, secure }: Connecting,
  resolve?: Resolve,
): buildConnector.connector {
  const { origin, username, password } = new URL(proxy);
  const pool = new Pool(origin, { headersTimeout: connectMs, connect: { timeout: connectMs, allowHalfOpen: true } });
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64');
  const authorization = username === '' ? {} : { 'proxy-authorization': `Basic ${credentials}` };
  const tunnel = async ({ hostname, port, protocol }: buildConnector.Options): Promise<Socket> => {
    const name = resolve ? await checkAddress(hostname, resolve) : hostname;
    const path = `${name.includes(':') ? `[${name}]` : name}:${port || (protocol === 'https:' ? 443 : 80)}`;
    const { socket, statusCode } = await pool.connect({ path, headers: { host: path, ...authorization } });
    if (statusCode === 200 && socket instanceof Socket) return socket;
    socket.on('error', () => undefined).destroy();
    throw new Error(`The proxy answered ${statusCode}.`);
  };
  const open = callbackify(tunnel);
  return (options, callback) =>
    open(options, (error, socket) => {
      if (error) callback(error, null);
      else if (options.protocol === 'https:') secure({ ...options, httpSocket: socket }, callback);
      else callback(null, socket);
    });
}
