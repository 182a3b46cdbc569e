// oxlint-disable no-useless-call -- Node's callbacks are called on their handle
import { URL } from '../native';
import { facts } from '../library';
import type { Binding } from '../binding';
import { completeRequest, PendingRequest } from './handle';
import type { Sockets } from './sockets';
import { StreamHandle, type Send } from './stream';
import { errnoOf } from './uv';

const LOOPBACK = new Set(['127.0.0.1', '0.0.0.0', '::', '::1', 'localhost']);

interface Address {
  address: string;
  family: string;
  port: number;
}

const MOST_AHEAD = 4 * 1024 * 1024;

/** A connection's addresses here and at its other end, which go along when it is handed to another program. */
export type Ends = readonly [local: Address, remote: Address];

/** `internalBinding('tcp_wrap')` and `cares_wrap`: connections within the sandbox. */
export function network(sockets: Sockets) {
  let nextPort = 40_000 + Math.floor(Math.random() * 1000);

  class Connection extends StreamHandle {
    onconnection: unknown = undefined;
    #local: Address = { address: '0.0.0.0', family: 'IPv4', port: 0 };
    #remote: Address | undefined;
    #listens = false;

    get ends(): Ends | undefined {
      return this.#remote && [this.#local, this.#remote];
    }

    /** A connection that another program handed over. */
    static handed([local, remote]: Ends): Connection {
      const handle = new TCP();
      handle.#local = local;
      handle.#remote = remote;
      return handle;
    }

    /** Only `listen` says that a port is taken. */
    bind(address: string, port: number): number {
      this.#local = { address, family: 'IPv4', port };
      return 0;
    }

    bind6(address: string, port: number): number {
      this.#local = { address, family: 'IPv6', port };
      return 0;
    }

    listen(): number {
      try {
        this.#local.port = sockets.listen(this.#local.port, (send) => this.#incoming(send));
        this.#listens = true;
        this.setActive(true);
        return 0;
      } catch (error) {
        return errnoOf(String(Object(error).code));
      }
    }

    #incoming(send: Send): Connection {
      const handle = new TCP();
      handle.sendTo = send;
      const { family, port } = this.#local;
      const address = family === 'IPv6' ? '::ffff:127.0.0.1' : '127.0.0.1';
      handle.#local = { address, family, port };
      handle.#remote = { address, family, port: nextPort++ };
      this.announce(handle);
      return handle;
    }

    connect(request: object, address: string, port: number): number {
      return this.#connect(request, address, port, 'IPv4');
    }

    connect6(request: object, address: string, port: number): number {
      return this.#connect(request, address, port, 'IPv6');
    }

    #connect(request: object, address: string, port: number, family: string): number {
      this.#remote = { address, family, port };
      if (!LOOPBACK.has(address)) return errnoOf('ENETUNREACH');
      this.#local = { address, family: address.includes(':') ? 'IPv6' : 'IPv4', port: nextPort++ };
      sockets.connect(port, this, (error, send) => {
        this.sendTo = send;
        completeRequest(request, error, this, request, true, true);
      });
      return 0;
    }

    open(): number {
      return errnoOf('ENOTSUP');
    }

    getsockname(out: object): number {
      Object.assign(out, this.#local);
      return 0;
    }

    getpeername(out: object): number {
      if (!this.#remote) return errnoOf('ENOTCONN');
      Object.assign(out, this.#remote);
      return 0;
    }

    setNoDelay(): number {
      return 0;
    }

    setKeepAlive(): number {
      return 0;
    }

    reset(done?: unknown): number {
      this.sendTo?.(errnoOf('ECONNRESET'));
      this.sendTo = undefined;
      this.close(done);
      return 0;
    }

    /** What a system takes at once from a connection to itself. */
    protected override get mostAhead(): number {
      return MOST_AHEAD;
    }

    protected override send(bytes: Uint8Array): number {
      if (!this.sendTo) return errnoOf('EPIPE');
      this.sendTo(new Uint8Array(bytes));
      return 0;
    }

    protected override finish(): void {
      this.sendTo?.(null);
    }

    protected override get keepsAlive(): boolean {
      return this.#listens;
    }

    override get resourceName(): string {
      return this.#listens ? 'TCPServerWrap' : 'TCPSocketWrap';
    }

    protected override stop(): void {
      const send = this.sendTo;
      this.sendTo = undefined;
      send?.(null);
      if (this.#listens) sockets.unlisten(this.#local.port);
    }
  }

  // Stack traces show the name of the class, which the minifier would change elsewhere.
  const { TCP } = { TCP: class extends Connection {} };
  return {
    TCP,
    tcp: { ...facts.bindings.tcp_wrap, TCP, TCPConnectWrap: class TCPConnectWrap extends PendingRequest {} },
    cares: cares(),
  };
}

/** DNS: only this machine's own names. */
function cares(): Binding {
  class Query extends PendingRequest {}
  const known = (name: string): string[] | undefined =>
    name === 'localhost' || name === 'toolyard' ? ['127.0.0.1'] : /^[\d.]+$|:/.test(name) ? [name] : undefined;
  class ChannelWrap {
    #servers: unknown[] = [['127.0.0.53', 53]];

    getServers(): unknown[] {
      return this.#servers;
    }
    setServers(servers: [family: number, address: string, port: number][]): number {
      this.#servers = servers.map(([, ...one]) => one);
      return 0;
    }
    setLocalAddress(): void {
      // There is only one address.
    }
    cancel(): void {
      // No query is ever pending.
    }
  }
  for (const name of 'Any A Aaaa Caa Cname Mx Ns Txt Srv Ptr Naptr Soa'.split(' '))
    Reflect.set(ChannelWrap.prototype, `query${name}`, (request: object) => (completeRequest(request, 'ENOTFOUND'), 0));
  return {
    ...facts.bindings.cares_wrap,
    getaddrinfo(request: object, host: string, family: number) {
      const found = known(host);
      if (found && family === 6) completeRequest(request, null, ['::1']);
      else if (found) completeRequest(request, null, found);
      else completeRequest(request, errnoOf('EAI_AGAIN'));
      return 0;
    },
    getnameinfo: (request: object, _host: string, port: number) => (
      completeRequest(request, null, 'localhost', String(port)),
      0
    ),
    canonicalizeIP: (address: string) =>
      /^\d+\.\d+\.\d+\.\d+$/.test(address) && address.split('.').every((one) => Number(one) < 256)
        ? address
        : canonical6(address),
    strerror: (code: number) => `error ${code}`,
    GetAddrInfoReqWrap: class GetAddrInfoReqWrap extends Query {},
    GetNameInfoReqWrap: class GetNameInfoReqWrap extends Query {},
    QueryReqWrap: class QueryReqWrap extends Query {},
    ChannelWrap,
  };
}

const canonical6 = (address: string): string | undefined => {
  try {
    return new URL(`http://[${address}]`).hostname.slice(1, -1);
  } catch {
    return undefined;
  }
};
