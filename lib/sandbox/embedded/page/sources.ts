import type { WorkerSources } from '../protocol/bridge';

/** Where the build puts the workers' bundles. */
const FOLDER = '/sandbox';

/** The text of every worker. The frame is of another origin and may fetch nothing, so the page hands them over. */
export async function loadSources(signal?: AbortSignal): Promise<{ kernel: string; sources: WorkerSources }> {
  const [kernel, shell, node, search] = await Promise.all([
    load('kernel', signal),
    load('shell', signal),
    load('node', signal),
    load('search', signal),
  ]);
  return { kernel, sources: { shell, node, search } };
}

async function load(name: string, signal?: AbortSignal): Promise<string> {
  const response = await fetch(`${FOLDER}/${name}.js`, { signal: signal ?? null });
  if (!response.ok) throw new Error(`the sandbox's ${name} did not load: ${response.status}`);
  return response.text();
}
