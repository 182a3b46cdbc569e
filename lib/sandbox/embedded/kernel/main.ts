import * as z from 'zod';
import { Kernel } from './kernel';

const StartSchema = z.object({ port: z.instanceof(MessagePort) });

/** The kernel worker: gets its port to the page once, from the frame that started it. */
self.addEventListener(
  'message',
  ({ data }: MessageEvent<unknown>) => {
    const { port } = StartSchema.parse(data);
    const kernel = new Kernel((message) => {
      // What is answered alone, as a snapshot is, goes over as it is and not as a copy.
      const value = message.t === 'answer' ? message.value : undefined;
      const own = value instanceof Uint8Array && value.byteLength === value.buffer.byteLength ? [value.buffer] : [];
      port.postMessage(message, own);
    });
    port.onmessage = (event: MessageEvent<unknown>) => kernel.receive(event.data);
  },
  { once: true },
);
