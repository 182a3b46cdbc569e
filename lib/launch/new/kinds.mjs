import { dialect } from './dialect.mjs';
import { pane } from './pane.mjs';
import { port } from './port.mjs';
import { provider } from './provider.mjs';
import { scenario } from './scenario.mjs';
import { store } from './store.mjs';
import { tool } from './tool.mjs';

/** @type {Record<string, import('./kind.mjs').Kind>} */
export const KINDS = { tool, scenario, pane, store, port, dialect, provider };
