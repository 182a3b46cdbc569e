import { beforeEach, describe, expect, it } from 'vitest';
import { MAX_BODY_BYTES, MAX_EXCHANGES, MAX_PORTS } from '../protocol/limits';
import type { HttpFrame } from '../protocol/http';
import { Network } from './network';
import { NetworkLine, type Side } from './network-line';

const request = (port: number): HttpFrame => ({
  kind: 'request',
  port,
  head: { method: 'GET', url: '/', headers: [] },
});
const response: HttpFrame = { kind: 'response', head: { status: 200, statusText: 'OK', headers: [] } };
const end: HttpFrame = { kind: 'end' };
const data = (size: number): HttpFrame => ({ kind: 'data', bytes: new Uint8Array(size) });

let ports: [number, boolean][];
let network: Network;
let seen: { client: [Side, number, HttpFrame][]; server: [Side, number, HttpFrame][] };
let client: NetworkLine;
let server: NetworkLine;
beforeEach(() => {
  ports = [];
  seen = { client: [], server: [] };
  network = new Network((port, open) => ports.push([port, open]));
  client = new NetworkLine(network, (...said) => seen.client.push(said));
  server = new NetworkLine(network, (...said) => seen.server.push(said));
});
const kinds = (of: 'client' | 'server') => seen[of].map(([side, id, { kind }]) => `${side} ${id} ${kind}`);
const failures = (of: 'client' | 'server') =>
  seen[of].flatMap(([, , frame]) => (frame.kind === 'fail' ? [frame.code] : []));

describe('the ports', () => {
  it('are told, taken once, and free when their program ends', () => {
    expect(server.listen(80)).toBe(80);
    expect(() => client.listen(80)).toThrow(expect.objectContaining({ code: 'EADDRINUSE', syscall: 'listen' }));
    const free = server.listen(0);
    expect(server.listen(0)).not.toBe(free);
    server.unlisten(free);
    expect(client.listen(free)).toBe(free);
    server.close();
    expect(client.listen(80)).toBe(80);
    expect(ports.filter(([port]) => port === 80)).toEqual([
      [80, true],
      [80, false],
      [80, true],
    ]);
  });

  it('are limited', () => {
    for (let port = 1; port <= MAX_PORTS; port += 1) server.listen(port);
    expect(() => server.listen(0)).toThrow(expect.objectContaining({ code: 'EMFILE' }));
  });

  it('of another program stay: only who listens can leave', () => {
    server.listen(80);
    client.unlisten(80);
    expect(ports).toEqual([[80, true]]);
  });
});

describe('an exchange', () => {
  it('passes frames both ways, and is forgotten when the answer has ended', () => {
    server.listen(80);
    client.receive('client', 7, request(80));
    client.receive('client', 7, end);
    server.receive('server', 1, response);
    server.receive('server', 1, end);
    server.receive('server', 1, end);
    client.receive('client', 7, end);
    expect(kinds('server')).toEqual(['server 1 request', 'server 1 end']);
    expect(kinds('client')).toEqual(['client 7 response', 'client 7 end']);
  });

  it('is refused where nobody listens', () => {
    client.receive('client', 1, request(80));
    expect(failures('client')).toEqual(['ECONNREFUSED']);
  });

  it.each(['server', 'client'] as const)('fails at the other end when the %s ends', (who) => {
    server.listen(80);
    client.receive('client', 1, request(80));
    (who === 'server' ? server : client).close();
    expect(failures(who === 'server' ? 'client' : 'server')).toEqual(['ECONNRESET']);
  });

  it.each(['request', 'answer'] as const)('fails at both ends when the body of the %s is too large', (which) => {
    server.listen(80);
    client.receive('client', 1, request(80));
    const send = (frame: HttpFrame) =>
      which === 'request' ? client.receive('client', 1, frame) : server.receive('server', 1, frame);
    send(data(MAX_BODY_BYTES));
    expect([...failures('client'), ...failures('server')]).toEqual([]);
    send(data(1));
    send(data(1));
    expect([failures('client'), failures('server')]).toEqual([['EMSGSIZE'], ['EMSGSIZE']]);
  });

  it('can be had so often only, and its number only once', () => {
    server.listen(80);
    for (let id = 1; id <= MAX_EXCHANGES; id += 1) client.receive('client', id, request(80));
    expect(failures('client')).toEqual([]);
    client.receive('client', MAX_EXCHANGES + 1, request(80));
    expect(failures('client')).toEqual(['EMFILE']);
    client.receive('client', 1, request(80));
    // The frame is part of the exchange there is, and opens no other.
    expect(new Set(seen.server.map(([, id]) => id)).size).toBe(MAX_EXCHANGES);
  });

  it('of somebody else cannot be answered', () => {
    server.listen(80);
    client.receive('client', 1, request(80));
    client.receive('server', 1, response);
    expect(seen.client).toEqual([]);
  });
});
