import type { LookupAddress, LookupOptions } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** A target that the server does not fetch from: it is private and not listed for this caller, or no address to ask at all. */
export class UrlRefused extends Error {
  override name = 'UrlRefused';
  readonly code = 'URL_REFUSED';

  /** What is added where a person named the address: how a private one comes to be allowed. */
  readonly advice: string;

  constructor(message: string, isPrivate = false) {
    super(message);
    this.advice = isPrivate ? ' The operator of this server can list it in TOOLYARD_ALLOW_HOSTS, as host:port.' : '';
  }
}

/** The signature of `node:dns`'s `lookup`; tests pass their own. */
export type Resolve = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** Addresses in a public range that are nevertheless internal to a cloud: Azure's wire server. */
const METADATA = new Set(['168.63.129.16']);
/** The range of public IPv6 addresses; anything outside it translates to IPv4 or is not assigned. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');

/** Whether an address belongs to the public internet. Special ranges do not, whatever they map or translate to. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' ? !METADATA.has(parsed.toString()) : parsed.match(GLOBAL_UNICAST);
}

/** Why a host given as an IP address is refused; undefined for public addresses and for names. */
export function refusedLiteral(hostname: string): UrlRefused | undefined {
  const bare = hostname.replace(/^\[|\]$/g, '');
  if (isIP(bare.split('%')[0] ?? '') === 0 || isPublicAddress(bare)) return undefined;
  return new UrlRefused(`${bare} is not a public address.`, true);
}

/** One address of a host, after all of them were checked. Rejects with `UrlRefused` or the error from DNS. */
export function checkAddress(hostname: string, resolve: Resolve): Promise<string> {
  const bare = hostname.replace(/^\[|\]$/g, '');
  const refused = refusedLiteral(bare);
  if (refused) return Promise.reject(refused);
  if (isIP(bare) !== 0) return Promise.resolve(bare);
  return new Promise((settle, reject) => {
    guardedLookup(resolve)(bare, { all: false }, (error, address) => {
      if (error) reject(error);
      else settle(typeof address === 'string' ? address : (address[0]?.address ?? ''));
    });
  });
}

/**
 * DNS look-up for a socket. It connects to exactly the addresses checked here, so a second, different answer from DNS has no
 * effect.
 */
export const guardedLookup =
  (resolve: Resolve): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) {
        callback(error ?? new Error(`${hostname} has no address.`), []);
        return;
      }
      // A private address among public ones is the mark of a DNS rebinding attack.
      const refused = addresses.find(({ address }) => !isPublicAddress(address));
      const why = refused && `${hostname} is at ${refused.address}, which is not a public address.`;
      if (why !== undefined) callback(new UrlRefused(why, true), []);
      else if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
