import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { runInThisContext } from 'node:vm';
import type { TypeScript } from 'monaco-editor/languages/features/typescript/lib/typescriptServices';
import type { LanguageWorker } from '../ask-worker';
import { CodeEngine } from '../engine';

let engine: CodeEngine | undefined;

function newEngine(): CodeEngine {
  const typescript: TypeScript = run('typescriptServices', 'typescript');
  return new CodeEngine(typescript, run('lib', 'libFileMap'));
}

/** The language service in the test's own thread. */
export function codeWorkerHere(): LanguageWorker {
  return {
    generation: 0,
    dispose: () => undefined,
    async ask(update, question, signal) {
      signal.throwIfAborted();
      engine ??= newEngine();
      engine.update(update);
      // Cloned, as in a worker's message.
      return structuredClone(engine.ask(question));
    },
  };
}

/** Runs nine megabytes unchanged: a test runner would first spend a minute transforming them. */
function run(file: string, name: string) {
  const path = createRequire(import.meta.url).resolve(`monaco-editor/languages/features/typescript/lib/${file}`);
  const text = readFileSync(path, 'utf8').replace(/^export \{.*\};?$/m, '');
  return runInThisContext(`(() => { ${text}\nreturn ${name}; })()`);
}
