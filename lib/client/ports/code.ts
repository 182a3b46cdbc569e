import type { MorePorts, ThreadDependencies } from './dependencies';

/** What an editor would ask about code. TypeScript loads, in a worker, with the first question. */
export const openCode = async ({ sandbox, shell, signal }: ThreadDependencies): Promise<MorePorts> => {
  const running = await sandbox();
  if (!running) return {};
  const [{ createLanguageService }, { createCodeWorker, startCodeWorker }] = await Promise.all([
    import('../code/language-service'),
    import('../code/ask-worker'),
  ]);
  const worker = createCodeWorker(startCodeWorker);
  signal.addEventListener('abort', () => worker.dispose(), { once: true });
  return { code: createLanguageService({ sandbox: running, worker, cwd: () => shell?.cwd ?? running.workdir }) };
};
