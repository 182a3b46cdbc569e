import { Exchanges } from '../http/exchanges';
import { MAX_EXCHANGES } from '../protocol/limits';
import { fail, isLast, type HttpFrame, type Take } from '../protocol/http';
import type { Network } from './network';

export type Side = 'client' | 'server';

/** One program's connection to the network: the requests it sends and the ports it listens on. */
export class NetworkLine {
  private readonly asked = new Exchanges();
  private readonly served = new Exchanges();
  private readonly ports = new Set<number>();
  private nextId = 1;

  constructor(
    private readonly network: Network,
    private readonly post: (side: Side, id: number, frame: HttpFrame) => void,
  ) {}

  /** Throws as the network does. */
  listen(port: number): number {
    const taken = this.network.listen(port, (answer) => this.accept(answer));
    this.ports.add(taken);
    return taken;
  }

  unlisten(port: number): void {
    if (this.ports.delete(port)) this.network.unlisten(port);
  }

  /** Handles a frame that the program sent. */
  receive(side: Side, id: number, frame: HttpFrame): void {
    if (side === 'server') return this.served.receive(id, frame);
    if (frame.kind === 'request') this.ask(id, frame.port);
    this.asked.receive(id, frame);
  }

  /** Called when the program ends: frees its ports and fails its open exchanges. */
  close(): void {
    for (const port of this.ports) this.network.unlisten(port);
    this.ports.clear();
    this.asked.failAll('ECONNRESET', 'aborted');
    this.served.failAll('ECONNRESET', 'socket hang up');
  }

  private ask(id: number, port: number): void {
    if (this.asked.has(id)) return;
    if (this.asked.size >= MAX_EXCHANGES) {
      this.post('client', id, fail('EMFILE', `more than ${MAX_EXCHANGES} requests at a time`));
      return;
    }
    let send: Take = () => undefined;
    // Add it before connecting: a refusal comes at once.
    this.asked.add(id, (frame) => send(frame));
    send = this.network.connect(port, (frame) => {
      if (isLast(frame)) this.asked.delete(id);
      this.post('client', id, frame);
    });
  }

  private accept(answer: Take): Take {
    const id = this.nextId++;
    this.served.add(id, (frame) => {
      if (isLast(frame)) this.served.delete(id);
      answer(frame);
    });
    return (frame) => {
      if (frame.kind === 'fail') this.served.delete(id);
      this.post('server', id, frame);
    };
  }
}
