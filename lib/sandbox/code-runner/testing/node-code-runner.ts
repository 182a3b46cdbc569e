import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { build } from 'esbuild';
import type { CodeOutcome, CodeRunner } from '@/lib/ports';
import type { CodeWorkerMessage } from '../messages';
import { readAnswer, refused } from '../page/frame-code-runner';
import { writeTask } from '../page/frame-code-runner';

let bundled: Promise<string> | undefined;

async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'node-worker.ts')],
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    logLevel: 'warning',
  });
  // In a function, so that its names are not globals, which it is about to remove.
  return `(() => {${outputFiles.map(({ text }) => text).join('')}})()`;
}

/** How many times its deadline a task may take: a machine that runs many tests at once is slower than a person's browser. */
const PATIENCE = 10;

/** A code runner in Node, for tests: runs the browser's worker code in a new worker thread for each task. */
export function createNodeCodeRunner(): CodeRunner {
  return {
    async run(task, { signal, deadlineMs }) {
      const written = writeTask(task);
      if (!written.ok) return refused('not-json', written.why);
      const code = await (bundled ??= bundle());
      if (signal.aborted) return refused('aborted', 'stopped');
      const worker = new Worker(code, { eval: true, stdin: true, stdout: true, stderr: true, env: {} });
      let timer: ReturnType<typeof setTimeout> | undefined;
      let stop = (): void => undefined;
      const outcome = await new Promise<CodeOutcome>((resolve) => {
        stop = () => resolve(refused('aborted', 'stopped'));
        signal.addEventListener('abort', stop, { once: true });
        worker.on('error', (error) => resolve(refused('unavailable', error.message)));
        worker.on('message', (message: CodeWorkerMessage) => {
          if (message !== 'ready') return resolve(readAnswer(message));
          worker.postMessage(written.task);
          const late = refused('deadline', `not done after ${deadlineMs} ms`);
          timer = setTimeout(() => resolve(late), PATIENCE * deadlineMs);
        });
      });
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      await worker.terminate();
      return outcome;
    },
  };
}
