import { parentPort } from 'node:worker_threads';
import type { CodeWorkerMessage, WorkerTask } from '../messages';
import { lockDownWorker } from '../worker/lock-down';
import { perform } from '../worker/perform';

const port = parentPort;
const send = (message: CodeWorkerMessage): void => port?.postMessage(message);

// As in a browser, an uncaught error does not end the process.
process.on('unhandledRejection', () => undefined);
process.on('uncaughtException', () => undefined);
async function take(task: WorkerTask): Promise<void> {
  send(await perform(task));
}

port?.once('message', (task: WorkerTask) => void take(task));
lockDownWorker();
send('ready');
