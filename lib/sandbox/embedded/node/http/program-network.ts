import { Exchanges } from '../../http/exchanges';
import { HttpClient } from '../../http/http-client';
import { isLast, type Take } from '../../protocol/http';
import type { KernelToWorker, WorkerMessage } from '../../protocol/process';
import type { SysClient } from '../../protocol/sys-client';

/** A program's end of the network. */
export class ProgramNetwork {
  readonly client: HttpClient;
  private readonly served = new Exchanges();
  private readonly accepts = new Map<number, (answer: Take) => Take>();

  constructor(
    private readonly sys: SysClient,
    private readonly post: (message: WorkerMessage) => void,
  ) {
    this.client = new HttpClient((id, frame) => post({ t: 'http', side: 'client', id, frame }));
  }

  /** Returns the port. Throws EADDRINUSE. */
  listen(wanted: number, accept: (answer: Take) => Take): number {
    const port = this.sys.listen(wanted);
    this.accepts.set(port, accept);
    return port;
  }

  /** Creates the file of a Unix socket; returns its place. Throws EEXIST. */
  bind(path: string, accept: (answer: Take) => Take): number {
    const place = this.sys.bind(path);
    this.accepts.set(place, accept);
    return place;
  }

  unlisten(port: number): void {
    this.accepts.delete(port);
    this.post({ t: 'unlisten', port });
  }

  receive({ side, id, frame }: Extract<KernelToWorker, { t: 'http' }>): void {
    if (side === 'client') return this.client.receive(id, frame);
    if (frame.kind === 'request') {
      const take = this.accepts.get(frame.port)?.((sent) => {
        if (isLast(sent)) this.served.delete(id);
        this.post({ t: 'http', side: 'server', id, frame: sent });
      });
      if (take) this.served.add(id, take);
      else
        this.post({
          t: 'http',
          side: 'server',
          id,
          frame: { kind: 'fail', code: 'ECONNRESET', message: 'socket hang up' },
        });
    }
    this.served.receive(id, frame);
    if (frame.kind === 'fail') this.served.delete(id);
  }
}
