import { createEmbeddedSandbox } from '@/lib/sandbox';
import { Comlink } from '../../../node_modules/@webcontainer/api/dist/vendor/index.js';
import { runtimeDouble } from './runtime';

/** The script of the frame that stands in for StackBlitz's: our embedded sandbox behind their wire protocol. */
const { port1, port2 } = new MessageChannel();
Comlink.expose(runtimeDouble(await createEmbeddedSandbox()), port1);
parent.postMessage({ type: 'init' }, '*', [port2]);
