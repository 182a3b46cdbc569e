import { Buffer } from 'buffer';

// isomorphic-git takes Buffer for granted, also in a browser.
if (!('Buffer' in globalThis)) Object.assign(globalThis, { Buffer });
