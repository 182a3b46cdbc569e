import { isLast, type HttpFrame, type RequestHead, type Take } from '../protocol/http';
import { Exchanges } from './exchanges';

/** Opens exchanges with programs that listen, over a line to the kernel. */
export class HttpClient {
  private nextId = 1;
  private readonly open = new Exchanges();

  constructor(private readonly post: (id: number, frame: HttpFrame) => void) {}

  /** Sends a request; the response's frames go to `take`. Returns what takes the request's body or aborts it. */
  connect(port: number, head: RequestHead, take: Take): Take {
    const id = this.nextId++;
    this.open.add(id, (frame) => {
      if (isLast(frame)) this.open.delete(id);
      take(frame);
    });
    this.post(id, { kind: 'request', port, head });
    return (frame) => {
      if (frame.kind === 'fail') this.open.delete(id);
      this.post(id, frame);
    };
  }

  receive(id: number, frame: HttpFrame): void {
    this.open.receive(id, frame);
  }

  /** Called when the line is lost. */
  close(code: string, message: string): void {
    this.open.failAll(code, message);
  }
}
