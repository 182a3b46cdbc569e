import ipaddr from 'ipaddr.js';

/** 64 bits: what one household has of IPv6. */
const IPV6_PARTS = 4;

/**
 * Whose limits a request counts against: the address that the launcher's server put last into `x-forwarded-for`. Addresses of one
 * IPv6 network are one.
 */
export function addressOf(request: Request): string {
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
