import { Buffer } from 'buffer';
import { Readable } from 'readable-stream';
import type { EventLoop } from './event-loop';

/** Standard input as it arrives, for a stream that may be asked for later. */
export class InputQueue {
  private readonly parts: (string | null)[] = [];
  private wanted: (() => void) | undefined;

  constructor(private readonly loop: EventLoop) {}

  receive(text: string | null): void {
    this.parts.push(text);
    this.wanted?.();
  }

  /** A stream that keeps the program alive while it is read and has not ended. */
  readable(): Readable {
    const stream: Readable = new Readable({
      read: () => {
        if (this.wanted) return;
        this.loop.hold();
        this.wanted = () => {
          const part = this.parts.shift();
          if (part === undefined) return;
          this.wanted = undefined;
          this.loop.run(() => void stream.push(part === null ? null : Buffer.from(part)));
          this.loop.release();
        };
        this.wanted();
      },
    });
    return stream;
  }
}
