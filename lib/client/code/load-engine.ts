import { CodeEngine } from './engine';

/** Loads TypeScript, which is large: in a worker, or in a test. */
export async function loadEngine(): Promise<CodeEngine> {
  const [{ typescript }, { libFileMap }] = await Promise.all([
    import('monaco-editor/languages/features/typescript/lib/typescriptServices'),
    import('monaco-editor/languages/features/typescript/lib/lib'),
  ]);
  return new CodeEngine(typescript, libFileMap);
}
