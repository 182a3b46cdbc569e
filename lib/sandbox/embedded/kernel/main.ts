import * as z from 'zod';
import { Kernel } from './kernel';

const StartSchema = z.object({ port: z.instanceof(MessagePort) });

/** The kernel worker: gets its port to the page once, from the frame that started it. */
self.addEventListener(
  'message',
  ({ data }: MessageEvent<unknown>) => {
    const { port } = StartSchema.parse(data);
    const kernel = new Kernel((message) => port.postMessage(message));
    port.onmessage = (event: MessageEvent<unknown>) => kernel.receive(event.data);
  },
  { once: true },
);
