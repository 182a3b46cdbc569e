import { getProxyForUrl } from 'proxy-from-env';
import { Pool, ProxyAgent, type Dispatcher } from 'undici';
import { checkAddress, type Resolve } from './address-guard';
import { hostName, isLoopback } from './caller';

/**
 * The proxy that `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY` name for a URL; undefined if it is reached
 * directly.
 */
export function proxyFor(url: URL): string | undefined {
  if (isLoopback(hostName(url.host))) return undefined;
  return getProxyForUrl(url.href) || undefined;
}

/**
 * A dispatcher that connects through a proxy. With `resolve`, each target is looked up here first, and the proxy is given
 * the checked address instead of the name, so it does no look-up of its own.
 */
export function proxyAgent(uri: string, connectMs: number, resolve?: Resolve): Dispatcher {
  return new ProxyAgent({
    uri,
    proxyTls: { timeout: connectMs },
    requestTls: { timeout: connectMs },
    ...(resolve && { clientFactory: (proxy: URL, options: object) => new CheckedTunnels(proxy, options, resolve) }),
  });
}

/** Connections to a proxy that only open tunnels to public addresses. */
class CheckedTunnels extends Pool {
  readonly #resolve: Resolve;

  constructor(proxy: URL, options: Pool.Options, resolve: Resolve) {
    super(proxy, options);
    this.#resolve = resolve;
  }

  override connect(options: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData>;
  override connect(
    options: Dispatcher.ConnectOptions,
    callback: (error: Error | null, data: Dispatcher.ConnectData) => void,
  ): void;
  override connect(
    options: Dispatcher.ConnectOptions,
    callback?: (error: Error | null, data: Dispatcher.ConnectData) => void,
  ): Promise<Dispatcher.ConnectData> | void {
    if (callback) return super.connect(options, callback);
    return this.#tunnel(options);
  }

  async #tunnel(options: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData> {
    const target = new URL(`http://${options.path}`);
    const address = await checkAddress(target.hostname, this.#resolve);
    const host = address.includes(':') ? `[${address}]` : address;
    return super.connect({ ...options, path: `${host}:${target.port || '80'}` });
  }
}
