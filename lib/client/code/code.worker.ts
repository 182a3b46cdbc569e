import { messageOf } from '@/lib/protocol/message-of';
import { TaskSchema } from './questions';
import { CodeEngine } from './engine';

const engine = loadEngine();

/** The worker that runs TypeScript; answers in the order of the questions. */
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

/** Loads TypeScript, which is large: in a worker or in a test. */
async function loadEngine(): Promise<CodeEngine> {
  const [{ typescript }, { libFileMap }] = await Promise.all([
    import('monaco-editor/languages/features/typescript/lib/typescriptServices'),
    import('monaco-editor/languages/features/typescript/lib/lib'),
  ]);
  return new CodeEngine(typescript, libFileMap);
}
