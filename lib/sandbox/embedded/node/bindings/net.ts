// oxlint-disable no-useless-call -- Node's callbacks are called on their handle
import { URL } from './native';
import { isLast, type HttpFrame, type Take } from '../../protocol/http';
import type { Guest } from '../guest';
import { facts } from '../library';
import { isCallback, type Binding } from './binding';
import { complete, Request } from './handle';
import { bridge } from './http-bridge';
import { StreamHandle } from './stream';
import { errnoOf } from './uv';

/** The method by which the kernel carries a raw connection between two programs as an exchange. */
const RAW = 'CONNECT';
const LOOPBACK = new Set(['127.0.0.1', '0.0.0.0', '::', '::1', 'localhost']);

/** `internalBinding('tcp_wrap')` and `cares_wrap`: connections within the sandbox. */
export function network(guest: Guest): { tcp: Binding; cares: Binding } {
  const servers = new Map<number, TCP>();
  let nextPort = 40_000 + Math.floor(Math.random() * 1000);

  class TCP extends StreamHandle {
    onconnection: unknown = undefined;
    #to: ((bytes: Uint8Array | null) => void) | undefined;
    #local = { address: '0.0.0.0', family: 'IPv4', port: 0 };
    #remote: { address: string; family: string; port: number } | undefined;
    #listens = false;

    bind(address: string, port: number): number {
      return this.#bind(address, port, 'IPv4');
    }

    bind6(address: string, port: number): number {
      return this.#bind(address, port, 'IPv6');
    }

    #bind(address: string, port: number, family: string): number {
      if (port !== 0 && servers.has(port)) return errnoOf('EADDRINUSE');
      this.#local = { address, family, port };
      return 0;
    }

    listen(): number {
      try {
        const port = guest.network.listen(this.#local.port, (answer) => this.#accept(answer));
        this.#local.port = port;
        servers.set(port, this);
        this.#listens = true;
        this.setActive(true);
        return 0;
      } catch (error) {
        return errnoOf(String(Object(error).code));
      }
    }

    /** Accepts an exchange from another program or the page. */
    #accept(answer: Take): Take {
      let raw: TCP | undefined;
      let http: Take | undefined;
      return (frame) => {
        if (frame.kind === 'request' && frame.head.method === RAW && frame.head.url === '') {
          raw = this.connected(nextPort++, (bytes) =>
            answer(bytes ? { kind: 'data', bytes: new Uint8Array(bytes) } : { kind: 'end' }),
          );
          answer({ kind: 'response', head: { status: 200, statusText: '', headers: [] } });
        } else if (raw) raw.receive(frame.kind === 'data' ? frame.bytes : null);
        else {
          http ??= bridge(answer, (to) => {
            const handle = this.connected(nextPort++, to);
            return (bytes) => handle.receive(bytes);
          });
          http(frame);
        }
      };
    }

    /** Returns the handle of an incoming connection. */
    connected(port: number, to: (bytes: Uint8Array | null) => void): TCP {
      const handle = new TCP();
      handle.#to = to;
      const address = this.#local.family === 'IPv6' ? '::ffff:127.0.0.1' : '127.0.0.1';
      const { family } = this.#local;
      handle.#local = { address, family, port: this.#local.port };
      handle.#remote = { address, family, port };
      guest.loop.complete(() =>
        this.run(() => isCallback(this.onconnection) && void this.onconnection.call(this, 0, handle)),
      );
      return handle;
    }

    connect(request: object, address: string, port: number): number {
      this.#remote = { address, family: 'IPv4', port };
      return this.#connect(request, address, port);
    }

    connect6(request: object, address: string, port: number): number {
      this.#remote = { address, family: 'IPv6', port };
      return this.#connect(request, address, port);
    }

    #connect(request: object, address: string, port: number): number {
      if (!LOOPBACK.has(address)) return errnoOf('ENETUNREACH');
      this.#local = { address, family: address.includes(':') ? 'IPv6' : 'IPv4', port: nextPort++ };
      const server = servers.get(port);
      if (server) {
        const other: TCP = server.connected(this.#local.port, (bytes) => this.receive(bytes));
        this.#to = (bytes) => other.receive(bytes);
        complete(request, 0, this, request, true, true);
        return 0;
      }
      let connecting = true;
      guest.loop.hold();
      const send = guest.network.client.connect(port, { method: RAW, url: '', headers: [] }, (frame: HttpFrame) => {
        if (frame.kind === 'response') complete(request, 0, this, request, true, true);
        else if (frame.kind === 'data') this.receive(frame.bytes);
        else if (frame.kind === 'end') this.receive(null);
        else if (frame.kind === 'fail' && !this.#to) complete(request, errnoOf(frame.code), this, request, true, true);
        else if (isLast(frame)) this.receive(errnoOf('ECONNRESET'));
        if (frame.kind === 'response')
          this.#to = (bytes) => send(bytes ? { kind: 'data', bytes: new Uint8Array(bytes) } : { kind: 'end' });
        if (connecting) guest.loop.release();
        connecting = false;
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
      this.close(done);
      return 0;
    }

    protected override send(bytes: Uint8Array): number {
      if (!this.#to) return errnoOf('EPIPE');
      this.#to(new Uint8Array(bytes));
      return 0;
    }

    protected override finish(): void {
      this.#to?.(null);
    }

    protected override get keepsAlive(): boolean {
      return this.#listens;
    }

    protected override stop(): void {
      const to = this.#to;
      this.#to = undefined;
      to?.(null);
      if (!this.#listens) return;
      servers.delete(this.#local.port);
      guest.network.unlisten(this.#local.port);
    }
  }

  return {
    tcp: { ...facts.bindings.tcp_wrap, TCP, TCPConnectWrap: class TCPConnectWrap extends Request {} },
    cares: cares(),
  };
}

/** DNS: only this machine's own names. */
function cares(): Binding {
  class Query extends Request {}
  const known = (name: string): string[] | undefined =>
    name === 'localhost' || name === 'toolyard' ? ['127.0.0.1'] : /^[\d.]+$|:/.test(name) ? [name] : undefined;
  class ChannelWrap {
    getServers(): unknown[] {
      return [['127.0.0.53', 53]];
    }
    setServers(): number {
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
    Reflect.set(ChannelWrap.prototype, `query${name}`, (request: object) => (complete(request, 'ENOTFOUND'), 0));
  return {
    ...facts.bindings.cares_wrap,
    getaddrinfo(request: object, host: string, family: number) {
      const found = known(host);
      if (found && family === 6) complete(request, null, ['::1']);
      else if (found) complete(request, null, found);
      else complete(request, errnoOf('EAI_AGAIN'));
      return 0;
    },
    getnameinfo: (request: object, _host: string, port: number) => (
      complete(request, null, 'localhost', String(port)),
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
