// oxlint-disable toolyard/layers -- only the types are taken
import type * as NodeNet from 'node:net';
import { nodeModule } from '../own/node-module';

const noTls = () =>
  Object.assign(new Error("this sandbox's node has no TLS: programs here talk http"), {
    code: 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM',
  });

/** `node:tls` without TLS: outside hosts fail at the lookup, hosts in the sandbox with an error that there is no TLS. */
export function makeTls() {
  const net = nodeModule<typeof NodeNet>('net');
  class TLSSocket extends net.Socket {
    readonly encrypted = true;
  }
  /** `https.Server` calls it as a function. */
  function Server(): never {
    throw noTls();
  }
  Object.setPrototypeOf(Server.prototype, net.Server.prototype);
  return {
    CLIENT_RENEG_LIMIT: 3,
    CLIENT_RENEG_WINDOW: 600,
    DEFAULT_MAX_VERSION: 'TLSv1.3',
    DEFAULT_MIN_VERSION: 'TLSv1.2',
    rootCertificates: [],
    TLSSocket,
    Server,
    createServer: Server,
    createSecureContext: Server,
    getCiphers: () => [],
    checkServerIdentity: () => undefined,
    connect(...args: unknown[]) {
      const socket = new TLSSocket();
      socket.once('connect', () => socket.destroy(noTls()));
      Reflect.apply(socket.connect, socket, args);
      return socket;
    },
  };
}
