import * as z from 'zod';
import { WorkerSourcesSchema } from '../protocol/bridge';
import { Kernel } from './kernel';

const StartSchema = z.object({ port: z.instanceof(MessagePort), sources: WorkerSourcesSchema });

/** The kernel worker: gets its port to the page once, from the frame that started it. */
self.addEventListener(
  'message',
  ({ data }: MessageEvent<unknown>) => {
    const { port, sources } = StartSchema.parse(data);
    const kernel = new Kernel(sources, (message) => port.postMessage(message));
    port.onmessage = (event: MessageEvent<unknown>) => kernel.receive(event.data);
  },
  { once: true },
);
