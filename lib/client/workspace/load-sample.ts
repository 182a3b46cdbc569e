import type { FileTree } from '@/lib/ports';
import { parseJson } from '@/lib/protocol';

/**
 * Fetches a scenario's project, or the default one if it names none. Rejects with a message for people if it cannot be loaded.
 */
export async function loadSample(fetch: typeof globalThis.fetch, scenario: string | undefined): Promise<FileTree> {
  const { DEFAULT_SCENARIO, findScenario, SampleSchema } = await import('@/lib/scenarios');
  const { sample } = findScenario(scenario ?? '') ?? DEFAULT_SCENARIO;
  const read = async (path: string): Promise<string> => {
    const response = await fetch(`/samples/${sample}/${path}`);
    if (!response.ok)
      throw new Error(`The project's ${path} could not be loaded: the server answered ${response.status}.`);
    return response.text();
  };
  const list = parseJson(SampleSchema, await read('files.json'));
  if (!list.ok) throw new Error(`The project ${sample} cannot be read: ${list.reason}`);
  const files = await Promise.all(list.value.files.map(async (path) => [path, await read(path)] as const));
  const tree: FileTree = {};
  for (const [path, contents] of files) place(tree, path.split('/'), contents);
  return tree;
}

function place(tree: FileTree, [name, ...rest]: readonly string[], contents: string): void {
  if (name === undefined) return;
  if (rest.length === 0) {
    tree[name] = { file: { contents } };
    return;
  }
  const known = tree[name];
  const folder = known && 'directory' in known ? known : { directory: {} };
  tree[name] = folder;
  place(folder.directory, rest, contents);
}
