import * as z from 'zod';
import { Kernel } from './kernel';

const StartSchema = z.object({ port: z.instanceof(MessagePort) });

/** The kernel worker: receives its port to the page once, from the frame that started it. */
self.addEventListener(
  'message',
  ({ data }: MessageEvent<unknown>) => {
    const { port } = StartSchema.parse(data);
    const kernel = new Kernel((message) => {
      // A value that owns its whole buffer, such as a snapshot, is transferred, not copied.
      const value = message.t === 'answer' ? message.value : undefined;
      const own = value instanceof Uint8Array && value.byteLength === value.buffer.byteLength ? [value.buffer] : [];
      port.postMessage(message, own);
    });
    port.onmessage = (event: MessageEvent<unknown>) => kernel.receive(event.data);
  },
  { once: true },
);
