import ipaddr from 'ipaddr.js';

/** 64 bits, the IPv6 network of one household. */
const IPV6_PARTS = 4;

/**
 * Whose limits a request counts against: the last address of its `x-forwarded-for`, since whatever stands before it is what the
 * client says. Addresses of one IPv6 network count as one.
 *
 * @param {string} forwarded
 */
export function networkOf(forwarded) {
  const last = forwarded.split(',').at(-1)?.trim() ?? '';
  if (!ipaddr.isValid(last)) return 'unknown';
  const address = ipaddr.process(last);
  if (!(address instanceof ipaddr.IPv6)) return address.toString();
  return address.parts
    .slice(0, IPV6_PARTS)
    .map((part) => part.toString(16))
    .join(':');
}
