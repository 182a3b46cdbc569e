// oxlint-disable toolyard/layers -- a tool of the build, which runs in Node
import { join } from 'node:path';

/** The Node whose own JavaScript the sandbox's `node` runs. */
export const VERSION = 'v20.20.2';

/** Its sources and the constants of its bindings, as `extract.mjs` found them. */
export const LIBRARY = join(import.meta.dirname, 'node-library.json.br');
