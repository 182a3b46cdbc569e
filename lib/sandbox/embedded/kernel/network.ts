import { MAX_BODY_BYTES, MAX_PORTS } from '../protocol/limits';
import { fail, isLast, LAST_PORT, type HttpFrame, type Take } from '../protocol/http';

/** Accepts one exchange: gets what takes the response's frames, returns what takes the request's. */
export type Accept = (answer: Take) => Take;

const FIRST_FREE = 49_152;

/** The ports of the sandbox: the listeners and their exchanges. There is no other network. */
export class Network {
  private readonly ports = new Map<number, Accept>();

  constructor(private readonly onPort: (port: number, open: boolean) => void) {}

  /** Port 0 picks a free one. Throws EADDRINUSE, or EMFILE if too many listen. */
  listen(wanted: number, accept: Accept): number {
    let port = wanted === 0 ? FIRST_FREE : wanted;
    while (wanted === 0 && this.ports.has(port)) port += 1;
    if (this.ports.has(port)) throw failed('EADDRINUSE', `address already in use :::${port}`);
    if (this.ports.size >= MAX_PORTS) throw failed('EMFILE', `more than ${MAX_PORTS} ports`);
    this.ports.set(port, accept);
    if (port <= LAST_PORT) this.onPort(port, true);
    return port;
  }

  unlisten(port: number): void {
    if (this.ports.delete(port) && port <= LAST_PORT) this.onPort(port, false);
  }

  /** Opens an exchange. Fails with ECONNREFUSED if nobody listens. */
  connect(port: number, answer: Take): Take {
    const accept = this.ports.get(port);
    if (!accept) {
      answer(fail('ECONNREFUSED', `connect ECONNREFUSED 127.0.0.1:${port}`));
      return () => undefined;
    }
    let toServer: Take = () => undefined;
    const toClient = limited(answer, () => toServer(TOO_LARGE));
    toServer = limited(accept(toClient), () => toClient(TOO_LARGE));
    return toServer;
  }
}

const TOO_LARGE: HttpFrame = fail('EMSGSIZE', `a body is ${MAX_BODY_BYTES} bytes at most`);

/** Passes frames on until the last one; a body that is too large fails at both ends. */
function limited(take: Take, tellOther: () => void): Take {
  let bytes = 0;
  let over = false;
  return (frame) => {
    if (over) return;
    if (frame.kind === 'data') bytes += frame.bytes.byteLength;
    const tooLarge = bytes > MAX_BODY_BYTES;
    over = tooLarge || isLast(frame);
    take(tooLarge ? TOO_LARGE : frame);
    if (tooLarge) tellOther();
  };
}

const failed = (code: string, message: string) =>
  Object.assign(new Error(`listen ${code}: ${message}`), { code, syscall: 'listen' });
