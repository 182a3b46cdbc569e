import { CodeReplySchema, type CodeQuestion, type FilesUpdate } from './questions';

/** Asks the language service after applying the update. Rejects with a readable reason, or with the signal's. */
type AskCode = (update: FilesUpdate, question: CodeQuestion, signal: AbortSignal) => Promise<unknown>;

/** Milliseconds that one answer may take. Anything slower, such as an infinite type, ends the worker. */
const ANSWER_DEADLINE_MS = 60_000;

export interface LanguageWorker {
  readonly ask: AskCode;
  /** How often the worker was restarted; a new one knows no files. */
  readonly generation: number;
  dispose(): void;
}

/** The part of `Worker` that is used. */
type WorkerLike = Pick<Worker, 'onmessage' | 'onerror' | 'postMessage' | 'terminate'>;

/** Starts the bundled worker. */
export const startCodeWorker = (): WorkerLike => new Worker('/sandbox/code.js', { name: 'code' });

/** Starts the worker with the first question, and restarts it after one that it did not survive. */
export function createCodeWorker(start: () => WorkerLike): LanguageWorker {
  let worker: WorkerLike | undefined;
  let generation = 0;
  let ids = 0;
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  const end = (reason: string) => {
    worker?.terminate();
    worker = undefined;
    generation++;
    for (const { reject } of waiting.values()) reject(new Error(reason));
    waiting.clear();
  };
  const running = (): WorkerLike => {
    if (worker) return worker;
    const started = start();
    started.onmessage = ({ data }: MessageEvent<unknown>) => {
      const reply = CodeReplySchema.safeParse(data);
      if (!reply.success) return;
      const { id } = reply.data;
      if (reply.data.ok) waiting.get(id)?.resolve(reply.data.value);
      else waiting.get(id)?.reject(new Error(reply.data.message));
      waiting.delete(id);
    };
    started.onerror = (event) => end(`the language service failed: ${event.message || 'it could not be loaded'}`);
    return (worker = started);
  };
  return {
    get generation() {
      return generation;
    },
    dispose: () => end('the language service was ended'),
    ask: (update, question, signal) =>
      new Promise((resolve, reject) => {
        const id = ++ids;
        const abort = () => {
          waiting.delete(id);
          reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
        };
        if (signal.aborted) return abort();
        const timer = setTimeout(() => end('the language service took too long'), ANSWER_DEADLINE_MS);
        const settle =
          <T>(then: (value: T) => void) =>
          (value: T) => {
            clearTimeout(timer);
            signal.removeEventListener('abort', abort);
            then(value);
          };
        signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
        signal.addEventListener('abort', abort, { once: true });
        waiting.set(id, { resolve: settle(resolve), reject: settle(reject) });
        running().postMessage({ id, update, question });
      }),
  };
}
