import type { SandboxProcess } from '@/lib/ports';
import { deferred } from '../../deferred';
import { MAX_INPUT_CHARS } from '../protocol/limits';
import type { Bridge } from './bridge';

/** Maximum characters of output kept here until somebody reads; for a terminal, until they are on the screen. */
const KEPT_CHARS = 4 * 1024 * 1024;
const TERMINAL_CHARS = 32 * 1024;

/** The page's side of a running program. */
export class PageProcess implements SandboxProcess {
  readonly exit: Promise<number>;
  readonly input: WritableStream<string>;
  readonly output: ReadableStream<string>;
  private readonly finished = deferred<number>();
  private readonly queue: string[] = [];
  private controller: ReadableStreamDefaultController<string> | undefined;
  private ended = false;

  constructor(
    readonly pid: number,
    private readonly bridge: Bridge,
    terminal: boolean,
  ) {
    this.exit = this.finished.promise;
    this.output = new ReadableStream<string>(
      {
        start: (controller) => void (this.controller = controller),
        pull: () => this.pass(),
        cancel: () => {
          this.controller = undefined;
          this.pass();
        },
      },
      { highWaterMark: terminal ? TERMINAL_CHARS : KEPT_CHARS, size: (text) => text.length },
    );
    this.input = new WritableStream<string>({
      write: (text) => {
        for (let at = 0; at < text.length; at += MAX_INPUT_CHARS) {
          bridge.send({ t: 'input', pid, text: text.slice(at, at + MAX_INPUT_CHARS) });
        }
      },
      close: () => bridge.send({ t: 'input', pid, text: null }),
      abort: () => bridge.send({ t: 'input', pid, text: null }),
    });
  }

  kill(signal: 'SIGTERM' | 'SIGKILL' | 'SIGINT' = 'SIGTERM'): void {
    if (!this.ended) this.bridge.send({ t: 'kill', pid: this.pid, signal });
  }

  resize(size: { cols: number; rows: number }): void {
    if (!this.ended) this.bridge.send({ t: 'resize', pid: this.pid, size });
  }

  /** Takes output from the kernel. */
  receive(text: string): void {
    if (this.ended) return;
    this.queue.push(text);
    this.pass();
  }

  end(code: number): void {
    if (this.ended) return;
    this.ended = true;
    this.pass();
    this.finished.resolve(code);
  }

  /** Gives the reader what it has room for and acknowledges it to the kernel; without a reader, output is dropped. */
  private pass(): void {
    const { controller } = this;
    while (this.queue.length > 0 && (!controller || (controller.desiredSize ?? 0) > 0)) {
      const text = this.queue.shift() ?? '';
      controller?.enqueue(text);
      if (!this.ended) this.bridge.send({ t: 'taken', pid: this.pid, chars: text.length });
    }
    if (this.ended && this.queue.length === 0 && controller) {
      this.controller = undefined;
      controller.close();
    }
  }
}
