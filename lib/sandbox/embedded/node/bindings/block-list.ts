import ipaddr from 'ipaddr.js';
import type { Binding } from '../binding';

const AF_INET = 2;
const AF_INET6 = 10;

type Address = ReturnType<typeof ipaddr.parse>;

/** An address and a port, as Node's C++ stores them. */
class SocketAddress {
  readonly ip: Address;

  constructor(
    address: string,
    readonly port: number,
    readonly family: number,
    private readonly flow: number,
  ) {
    if (!ipaddr.isValid(address) || (ipaddr.parse(address).kind() === 'ipv4') !== (family === AF_INET))
      throw Object.assign(new Error('Invalid socket address'), { code: 'ERR_INVALID_ADDRESS' });
    this.ip = ipaddr.parse(address);
  }

  detail(target: object): object {
    return Object.assign(target, {
      address: this.ip.toString(),
      port: this.port,
      family: this.family,
      flowlabel: this.flow,
    });
  }

  flowlabel(): number {
    return this.flow;
  }
}

interface Rule {
  text: string;
  matches: (address: Address) => boolean;
}

const nameOf = ({ ip }: SocketAddress): string => (ip.kind() === 'ipv4' ? 'IPv4' : 'IPv6');

/** Compares two addresses of the same kind: negative, 0 or positive. */
function compare(a: Address, b: Address): number {
  const [first, second] = [a.toByteArray(), b.toByteArray()];
  const at = first.findIndex((byte, index) => byte !== second[index]);
  return at < 0 ? 0 : (first[at] ?? 0) - (second[at] ?? 0);
}

/** Converts an IPv4-mapped IPv6 address to IPv4. */
const plain = (ip: Address): Address =>
  ip instanceof ipaddr.IPv6 && ip.isIPv4MappedAddress() ? ip.toIPv4Address() : ip;

class BlockList {
  #rules: Rule[] = [];

  addAddress(one: SocketAddress): void {
    this.#add(
      `Address: ${nameOf(one)} ${one.ip.toString()}`,
      (ip) => sameKind(ip, one.ip) && compare(ip, one.ip) === 0,
    );
  }

  /** Returns false if the end comes before the start. */
  addRange(start: SocketAddress, end: SocketAddress): boolean {
    if (compare(start.ip, end.ip) > 0) return false;
    this.#add(
      `Range: ${nameOf(start)} ${start.ip.toString()}-${end.ip.toString()}`,
      (ip) => sameKind(ip, start.ip) && compare(ip, start.ip) >= 0 && compare(ip, end.ip) <= 0,
    );
    return true;
  }

  addSubnet(network: SocketAddress, prefix: number): void {
    this.#add(
      `Subnet: ${nameOf(network)} ${network.ip.toString()}/${prefix}`,
      (ip) => sameKind(ip, network.ip) && ip.match(network.ip, prefix),
    );
  }

  check({ ip }: SocketAddress): boolean {
    return this.#rules.some(({ matches }) => matches(plain(ip)));
  }

  getRules(): string[] {
    return this.#rules.map(({ text }) => text);
  }

  /** The newest rule comes first. */
  #add(text: string, matches: Rule['matches']): void {
    this.#rules.unshift({ text, matches });
  }
}

const sameKind = (a: Address, b: Address): boolean => a.kind() === b.kind();

/** `internalBinding('block_list')`. */
export const blockList = (): Binding => ({ BlockList, SocketAddress, AF_INET, AF_INET6, FLOW_LABEL_MASK: 0xfffff });
