import type { FileLedger, FileTree, Sandbox } from '@/lib/ports';
import { createEmbeddedSandbox } from '@/lib/sandbox';
import { createFileCache } from '@/lib/stores/thread-memory';
import { read } from '@/lib/tools/builtin/files/read';
import { createDispatcher } from '@/lib/tools/dispatch';
import { eraseTool } from '@/lib/tools/tool';
import { createRegistry } from '@/lib/tools/registry';
import { searchTree, SEARCHES, WARM_RUNS } from './search-tree.mjs';

/** Milliseconds of the first run, and of each later one. */
export interface Timed {
  name: string;
  cold: number;
  warm: number[];
  /** The number of files found. */
  found: number;
}

declare global {
  interface Window {
    searchBench: typeof searchBench;
  }
}

const GLOB = '**/*.ts';
const READS = 10;

/** Searches, globs and reads in an embedded sandbox that contains the benchmark's tree. */
async function searchBench(): Promise<{ searches: Timed[]; glob: Timed; series: number[]; parallel: number[] }> {
  const sandbox = await createEmbeddedSandbox();
  const paths: string[] = [];
  for (const tree of folders(paths)) await sandbox.mount(tree);
  const searches: Timed[] = [];
  for (const { name, query } of SEARCHES) {
    const whole = { ...query, path: sandbox.workdir, maxMatches: 10_000, maxFileSize: 10_485_760 };
    searches.push(await timed(name, async () => (await sandbox.search(whole)).files.length));
  }
  const glob = await timed('glob', async () => (await sandbox.glob({ pattern: GLOB, cwd: sandbox.workdir })).length);
  return { searches, glob, ...(await reads(sandbox, paths)) };
}

async function timed(name: string, work: () => Promise<number>): Promise<Timed> {
  const started = performance.now();
  const found = await work();
  const cold = performance.now() - started;
  const warm: number[] = [];
  for (let run = 0; run < WARM_RUNS; run++) {
    const again = performance.now();
    await work();
    warm.push(performance.now() - again);
  }
  return { name, cold, warm, found };
}

/** Yields the tree one first-level folder at a time. */
function* folders(paths: string[]): Generator<FileTree> {
  let tree: FileTree = {};
  let present = '';
  for (const [path, contents] of searchTree()) {
    const [first = '', second = '', name = ''] = path.split('/');
    if (first !== present) {
      yield tree;
      tree = { [first]: { directory: {} } };
      present = first;
    }
    paths.push(path);
    const outer = tree[first];
    if (!outer || !('directory' in outer)) continue;
    const inner = (outer.directory[second] ??= { directory: {} });
    if ('directory' in inner) inner.directory[name] = { file: { contents } };
  }
  yield tree;
}

/** Reads ten files through the whole pipeline, one after the other and all at once; different files each time. */
async function reads(sandbox: Sandbox, paths: readonly string[]): Promise<{ series: number[]; parallel: number[] }> {
  const seen = new Map<string, string>();
  const ledger: FileLedger = {
    seen: (path) => seen.get(path),
    record: (path, hash) => void seen.set(path, hash),
    forget: (path) => void seen.delete(path),
  };
  const fileCache = createFileCache(Date.now);
  const dispatcher = createDispatcher({
    registry: createRegistry([eraseTool(read)]),
    permissions: {
      mode: () => 'default',
      rules: () => [],
      ask: () => Promise.reject(new Error('A read asks nobody.')),
      allowAlways: () => undefined,
    },
    contextFor: () => ({ threadId: 'bench', writeRoots: [], sandbox, ledger, fileCache }),
  });
  let next = 0;
  const readOne = () => {
    const args = JSON.stringify({ file_path: paths[(next += 37) % paths.length] });
    return dispatcher.dispatch({ id: `call-${next}`, name: 'Read', args }, { signal: new AbortController().signal });
  };
  const times = { series: Array<number>(), parallel: Array<number>() };
  for (let run = 0; run < WARM_RUNS; run++) {
    let started = performance.now();
    for (let each = 0; each < READS; each++) await readOne();
    times.series.push(performance.now() - started);
    started = performance.now();
    await Promise.all(Array.from({ length: READS }, readOne));
    times.parallel.push(performance.now() - started);
  }
  return times;
}

window.searchBench = searchBench;
