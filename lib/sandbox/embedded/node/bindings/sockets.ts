import { fail, isLast, placeOfConnection, type HttpFrame, type Take } from '../../protocol/http';
import type { NodeProgram } from '../program';
import { bridge } from './http-bridge';
import { StreamHandle, type Send } from './stream';
import { errnoOf } from './uv';

/** The method by which the kernel carries a raw connection between two programs as an exchange. */
const RAW = 'CONNECT';

/** Makes the handle of an incoming connection. */
type Incoming = (send: Send) => StreamHandle;

/** The program's connections within the sandbox. A place is a port, or the number of a socket's file. */
export class Sockets {
  private readonly listening = new Map<number, Incoming>();
  private handed = 0;

  constructor(private readonly program: NodeProgram) {}

  /** Listens at a port, a free one if it is 0; returns it. Throws EADDRINUSE. */
  listen(port: number, incoming: Incoming): number {
    const taken = this.program.network.listen(port, this.acceptor(incoming));
    this.listening.set(taken, incoming);
    return taken;
  }

  /** Creates a socket's file and listens there; returns its place. Throws EADDRINUSE if the file exists. */
  bind(path: string, incoming: Incoming): number {
    const place = this.program.network.bind(path, this.acceptor(incoming));
    this.listening.set(place, incoming);
    return place;
  }

  unlisten(place: number): void {
    if (this.listening.delete(place)) this.program.network.unlisten(place);
  }

  /** Connects a handle: `done` gets libuv's error number or 0, and with 0 what sends. */
  connect(place: number, handle: StreamHandle, done: (error: number, send?: Send) => void): void {
    const here = this.listening.get(place);
    const { network, loop } = this.program;
    if (here) {
      // Arrives in a later turn: what the sender does next comes before it.
      const to =
        (end: StreamHandle): Send =>
        (part) =>
          loop.complete(() => end.receive(part));
      return done(0, to(here(to(handle))));
    }
    let state: 'connecting' | 'open' | 'over' = 'connecting';
    loop.hold();
    const send = network.client.connect(place, { method: RAW, url: '', headers: [] }, (frame) => {
      const before = state;
      if (frame.kind === 'response') {
        state = 'open';
        done(0, (part) => send(frameOf(part)));
      } else if (frame.kind === 'data') handle.receive(frame.bytes);
      else if (frame.kind === 'end') handle.receive(null);
      else if (frame.kind === 'fail' && before === 'connecting') done(errnoOf(frame.code));
      else if (isLast(frame)) handle.receive(errnoOf('ECONNRESET'));
      if (isLast(frame)) state = 'over';
      if (before === 'connecting') loop.release();
    });
  }

  /** Hands a connection to another program, which takes it at the returned place: what comes and goes passes through here. */
  hand(handle: StreamHandle, send: Send): number {
    const { network, loop, spec } = this.program;
    loop.hold();
    const place = network.listen(
      placeOfConnection(spec.pid, this.handed++),
      this.acceptor((toTaker) => {
        network.unlisten(place);
        handle.giveTo(toTaker);
        const end = new StreamHandle();
        end.giveTo((part) => {
          send(part);
          if (part === null) loop.release();
        });
        return end;
      }),
    );
    return place;
  }

  /** Makes a handle that of a connection which another program handed over. */
  take(place: number, handle: StreamHandle): void {
    const early: Parameters<Send>[0][] = [];
    handle.sendTo = (part) => void early.push(part instanceof Uint8Array ? part.slice() : part);
    this.connect(place, handle, (error, send) => {
      if (!send) return handle.receive(error);
      handle.sendTo = send;
      for (const part of early) send(part);
    });
  }

  /** Accepts exchanges from other programs or the page. */
  private acceptor(incoming: Incoming): (answer: Take) => Take {
    return (answer) => {
      let raw: StreamHandle | undefined;
      let http: Take | undefined;
      let ended = false;
      const end = () => {
        if (!ended) raw?.receive(null);
        ended = true;
      };
      return (frame) => {
        if (frame.kind === 'request' && frame.head.method === RAW && frame.head.url === '') {
          raw = incoming((part) => {
            answer(frameOf(part));
            // An exchange is over with its answer: that the other program ends its side is no longer heard.
            if (part === null) this.program.loop.complete(end);
          });
          answer({ kind: 'response', head: { status: 200, statusText: '', headers: [] } });
        } else if (raw) {
          if (frame.kind === 'data') raw.receive(frame.bytes);
          else if (frame.kind === 'fail' && frame.message === RESET) raw.receive(errnoOf('ECONNRESET'));
          else end();
        } else {
          http ??= bridge(answer, (to) => {
            const handle = incoming((part) => to(part instanceof Uint8Array ? part : null));
            return (bytes) => handle.receive(bytes);
          });
          http(frame);
        }
      };
    };
  }
}

const RESET = 'read ECONNRESET';

const frameOf = (part: Parameters<Send>[0]): HttpFrame => {
  if (part instanceof Uint8Array) return { kind: 'data', bytes: new Uint8Array(part) };
  return part === null ? { kind: 'end' } : fail('ECONNRESET', RESET);
};
