import * as z from 'zod';

const ProgressSchema = z.object({ bytes: z.number(), files: z.number() });
const MessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('progress'), progress: ProgressSchema }),
  z.object({ type: z.literal('cloned'), snapshot: z.instanceof(Uint8Array) }),
  z.object({ type: z.literal('failed'), code: z.string(), message: z.string() }),
]);

/** What the worker says: how far it is, and then what became of it. */
export type CloneMessage = z.infer<typeof MessageSchema>;
type CloneOutcome = Exclude<CloneMessage, { type: 'progress' }>;

/** Clones a repository in a worker of its own, which ends with the signal. Resolves to undefined if it was aborted. */
export function cloneInWorker(
  repository: string,
  signal: AbortSignal,
  onProgress: (progress: z.infer<typeof ProgressSchema>) => void,
): Promise<CloneOutcome | undefined> {
  const worker = new Worker(new URL('./clone.worker.ts', import.meta.url), { type: 'module', name: 'clone' });
  return new Promise<CloneOutcome | undefined>((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
    worker.onmessage = ({ data }: MessageEvent<unknown>) => {
      const message = MessageSchema.parse(data);
      if (message.type === 'progress') onProgress(message.progress);
      else resolve(message);
    };
    worker.onerror = ({ message }) =>
      resolve({ type: 'failed', code: '', message: message || 'The worker could not be loaded.' });
    worker.postMessage(repository);
  }).finally(() => worker.terminate());
}
