import type { LateProgram, Programs } from '../protocol/bridge';

/** Where the build puts the bundles. */
const FOLDER = '/sandbox';

/**
 * The bundles of the kernel's programs. The frame is of another origin and may fetch nothing, so the page hands them over,
 * as blobs: nobody copies or decodes their text on the way.
 */
export async function loadPrograms(): Promise<Programs> {
  const [shell, git, search] = await Promise.all([load('shell'), load('git'), load('search')]);
  return { shell, git, search };
}

/** A program that was asked for; undefined if it does not load. */
export const loadLateProgram = (name: LateProgram): Promise<Blob | undefined> => load(name).catch(() => undefined);

async function load(name: string): Promise<Blob> {
  const response = await fetch(`${FOLDER}/${name}.js`);
  if (!response.ok) throw new Error(`the sandbox's ${name} did not load: ${response.status}`);
  return response.blob();
}
