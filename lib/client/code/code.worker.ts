import { messageOf } from '@/lib/protocol/message-of';
import { loadEngine } from './load-engine';
import { TaskSchema } from './questions';

const engine = loadEngine();

/** The worker that TypeScript runs in: answers in the order it is asked. */
self.onmessage = async ({ data }: MessageEvent<unknown>) => {
  const task = TaskSchema.safeParse(data);
  if (!task.success) return;
  const { id, update, question } = task.data;
  try {
    const ready = await engine;
    ready.update(update);
    self.postMessage({ ok: true, id, value: ready.ask(question) });
  } catch (error) {
    self.postMessage({ ok: false, id, message: messageOf(error) });
  }
};
