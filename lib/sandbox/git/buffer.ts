import { Buffer } from 'buffer';

// isomorphic-git expects a global Buffer, even in a browser.
if (!('Buffer' in globalThis)) Object.assign(globalThis, { Buffer });
