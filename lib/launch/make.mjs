import { distFolder, ROOT } from './root.mjs';
import { mustRunNode } from './run.mjs';
import { say } from './say.mjs';
import { hashSources, isBuilt, markBuilt } from './sources.mjs';

export const NEXT = 'node_modules/next/dist/bin/next';

/** Bundles what runs inside a sandbox, and what is too large for the page's bundler, into public/sandbox. */
export async function makeSandbox() {
  await mustRunNode("Bundling WebContainer's helper", ['lib/sandbox/webcontainer/build.mjs']);
  await mustRunNode('Bundling the sandbox', ['lib/sandbox/embedded/build.mjs']);
  await mustRunNode('Packing the package set', ['lib/sandbox/embedded/packages/build.mjs']);
  await mustRunNode('Bundling the code runner', ['lib/sandbox/code-runner/build.mjs']);
  await mustRunNode('Bundling the language service', ['lib/client/code/build.mjs']);
  await mustRunNode('Bundling the workshop', ['lib/workshop/build.mjs']);
}

/** Makes a production build. */
export async function makeBuild() {
  const hash = hashSources(ROOT);
  say('Bundling the sandbox …');
  await makeSandbox();
  say('Building the page and the server …');
  await mustRunNode('The build', [NEXT, 'build']);
  markBuilt(ROOT, distFolder(), hash);
}

/** Makes a production build, unless there is one of exactly these sources. */
export async function ensureBuilt() {
  if (!isBuilt(ROOT, distFolder())) await makeBuild();
}
