import { isLast, type HttpFrame, type RequestHead, type Take } from '../protocol/http';
import { Exchanges } from './exchanges';

/** Opens exchanges with the programs that listen, over a line to the kernel. */
export class HttpClient {
  private nextId = 1;
  private readonly open = new Exchanges();

  constructor(private readonly post: (id: number, frame: HttpFrame) => void) {}

  /** Asks; the answer's frames go to `take`. Gives what takes the request's body, or breaks it off. */
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

  /** The line is gone. */
  close(code: string, message: string): void {
    this.open.failAll(code, message);
  }
}
