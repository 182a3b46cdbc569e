import type { FileTree, Sandbox } from '@/lib/ports';
import { createEmbeddedSandbox } from '@/lib/sandbox';
import { LINES, MORNING, MORNING_RUNS, PROJECT_FILES, RUNS } from './command-lines.mjs';
import { searchTree } from './search-tree.mjs';

/** Memory of the page and its workers before and after the morning, bytes. */
interface Memory {
  readonly before: number;
  readonly after: number;
}

declare global {
  interface Window {
    commandsBench: (folder: string) => Promise<number[][]>;
    morningBench: () => Promise<Memory>;
    residentBytes: () => Promise<number>;
  }
}

/** Runs the lines for one kind of folder in a fresh sandbox; returns the milliseconds of each run, by line. */
window.commandsBench = async (folder) => {
  const sandbox = await createEmbeddedSandbox();
  if (folder !== 'empty') await mountTree(sandbox, folder === 'project' ? PROJECT_FILES : Infinity);
  const times: number[][] = [];
  for (const { line, again } of LINES.filter((one) => one.folder === folder)) {
    const runs: number[] = [];
    for (let run = 0; run < RUNS; run++) {
      if (again) await runLine(sandbox, again);
      const started = performance.now();
      await runLine(sandbox, line);
      runs.push(performance.now() - started);
    }
    times.push(runs);
  }
  sandbox.teardown();
  return times;
};

/** Measures the memory that a long morning leaves behind. */
window.morningBench = async () => {
  const sandbox = await createEmbeddedSandbox();
  await mountTree(sandbox, PROJECT_FILES);
  await runLine(sandbox, 'git init -q -b main');
  const rounds = async (count: number) => {
    for (let run = 0; run < count; run++) for (const line of MORNING) await runLine(sandbox, line);
  };
  await rounds(2);
  const before = await window.residentBytes();
  await rounds(MORNING_RUNS);
  const after = await window.residentBytes();
  return { before, after };
};

async function mountTree(sandbox: Sandbox, count: number): Promise<void> {
  let left = count;
  const tree: FileTree = {};
  for (const [path, contents] of searchTree()) {
    if (left-- <= 0) break;
    let folder = tree;
    const names = path.split('/');
    const last = names.pop() ?? path;
    for (const name of names) {
      const entry = (folder[name] ??= { directory: {} });
      if ('directory' in entry) folder = entry.directory;
    }
    folder[last] = { file: { contents } };
  }
  await sandbox.mount(tree);
}

async function runLine(sandbox: Sandbox, line: string): Promise<void> {
  const child = await sandbox.spawn('bash', ['-c', line]);
  void child.input.close().catch(() => undefined);
  let said = '';
  const [code] = await Promise.all([
    child.exit,
    child.output.pipeTo(new WritableStream({ write: (text) => void (said += text) })),
  ]);
  if (code !== 0) throw new Error(`${line} ended with ${code}: ${said}`);
}
