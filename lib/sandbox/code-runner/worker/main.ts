import type { CodeWorkerMessage, WorkerTask } from '../messages';
import { lockDownWorker } from './lock-down';
import { perform } from './perform';

const send: (message: CodeWorkerMessage) => void = self.postMessage.bind(self);

/** A sandboxed worker gives up its powers, runs one task from the supervisor, and is discarded. */
async function take(task: WorkerTask): Promise<void> {
  // Awaited, not chained: foreign code may have replaced `then`.
  send(await perform(task));
}

self.addEventListener('message', ({ data }: MessageEvent<WorkerTask>) => void take(data), { once: true });
lockDownWorker();
send('ready');
