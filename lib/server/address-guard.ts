import type { LookupAddress, LookupOptions } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** A target the server does not fetch from: not public, and not listed by the operator for this caller. */
export class UrlRefused extends Error {
  override name = 'UrlRefused';
  readonly code = 'URL_REFUSED';
}

/** What `node:dns` has; tests bring their own. */
export type Resolve = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** Public by its range, and yet inside a cloud: Azure's wire server. */
const METADATA = new Set(['168.63.129.16']);
/** Where public IPv6 addresses are; what else looks like one translates to IPv4, or is nobody's. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');

/** Whether an address is one of the public internet. Everything special is not, whatever it maps or translates to. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' ? !METADATA.has(parsed.toString()) : parsed.match(GLOBAL_UNICAST);
}

/** The reason against connecting to a host that is given as an address; undefined for names. */
export function refusedLiteral(hostname: string): UrlRefused | undefined {
  const bare = hostname.replace(/^\[|\]$/g, '');
  if (isIP(bare.split('%')[0] ?? '') === 0 || isPublicAddress(bare)) return undefined;
  return new UrlRefused(`${bare} is not a public address.`);
}

/** One address of a host, after all of them were checked. Rejects with `UrlRefused`, or with what DNS said. */
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

/** The look-up of a socket: it connects to exactly the addresses that were checked here, so a second answer of DNS changes nothing. */
export const guardedLookup =
  (resolve: Resolve): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) {
        callback(error ?? new Error(`${hostname} has no address.`), []);
        return;
      }
      // One private address among public ones is how a name is turned against its visitor.
      const refused = addresses.find(({ address }) => !isPublicAddress(address));
      if (refused) callback(new UrlRefused(`${hostname} is at ${refused.address}, which is not a public address.`), []);
      else if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
