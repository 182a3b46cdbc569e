import type * as z from 'zod';
import { SandboxError } from '@/lib/ports';
import { deferred, type Deferred } from '../../deferred';
import { KernelMessageSchema, type KernelMessage, type PageMessage, type Request } from '../protocol/bridge';

type Notice = Exclude<KernelMessage, { t: 'answer' | 'failure' }>;

/** Sends requests to the kernel over its port and receives its messages. Nothing that comes back is trusted until parsed. */
export class Bridge {
  private nextId = 1;
  private readonly waiting = new Map<number, Deferred<unknown>>();
  private closed = false;

  constructor(
    private readonly port: MessagePort,
    private readonly onNotice: (notice: Notice) => void,
  ) {
    port.onmessage = ({ data }: MessageEvent<unknown>) => this.receive(data);
  }

  /** A number that is unique in this sandbox. */
  newId(): number {
    return this.nextId++;
  }

  send(message: PageMessage): void {
    if (!this.closed) this.port.postMessage(message);
  }

  /** Rejects with `SandboxError`: the kernel's code, ECANCELED after an abort, EPIPE after `close`. */
  async ask<T>(schema: z.ZodType<T>, request: Request, signal?: AbortSignal): Promise<T> {
    if (this.closed) throw new SandboxError('EPIPE', 'the sandbox is closed');
    signal?.throwIfAborted();
    const id = this.newId();
    const answer = deferred<unknown>();
    this.waiting.set(id, answer);
    const cancel = () => this.send({ t: 'cancel', id });
    signal?.addEventListener('abort', cancel, { once: true });
    try {
      this.send({ t: 'request', id, request });
      const parsed = schema.safeParse(await answer.promise);
      if (!parsed.success) throw new SandboxError('EPROTO', `the sandbox answered nonsense: ${parsed.error.message}`);
      return parsed.data;
    } finally {
      signal?.removeEventListener('abort', cancel);
      this.waiting.delete(id);
    }
  }

  close(): void {
    this.closed = true;
    this.port.close();
    for (const answer of this.waiting.values()) answer.reject(new SandboxError('EPIPE', 'the sandbox is closed'));
  }

  private receive(data: unknown): void {
    const message = KernelMessageSchema.safeParse(data);
    if (!message.success) {
      this.onNotice({ t: 'error', message: `the sandbox sent nonsense: ${message.error.message.slice(0, 500)}` });
      return;
    }
    const { data: known } = message;
    if (known.t === 'answer') this.waiting.get(known.id)?.resolve(known.value);
    else if (known.t === 'failure') {
      this.waiting.get(known.id)?.reject(new SandboxError(known.code, known.message, known.path));
    } else this.onNotice(known);
  }
}
