import type { LateProgram, Programs } from '../protocol/bridge';

/** Where the build puts the bundles. */
const FOLDER = '/sandbox';

/**
 * The bundles of the kernel's programs. The frame has another origin and may not fetch anything, so the page passes them on as
 * blobs, which need no copying or decoding.
 */
export async function loadPrograms(): Promise<Programs> {
  const [shell, git, search] = await Promise.all([load('shell.js'), load('git.js'), load('search.js')]);
  return { shell, git, search };
}

/** A program's bundle on demand; undefined if it does not load. */
export const loadLateProgram = (name: LateProgram): Promise<Blob | undefined> =>
  load(`${name}.js`).catch(() => undefined);

/** A file of the package set; undefined if it does not exist or does not load. */
export const loadPackageFile = (file: string): Promise<Uint8Array | undefined> =>
  load(`packages/${encodeURIComponent(file)}`).then(
    async (blob) => new Uint8Array(await blob.arrayBuffer()),
    () => undefined,
  );

async function load(file: string): Promise<Blob> {
  const response = await fetch(`${FOLDER}/${file}`);
  if (!response.ok) throw new Error(`the sandbox's ${file} did not load: ${response.status}`);
  return response.blob();
}
