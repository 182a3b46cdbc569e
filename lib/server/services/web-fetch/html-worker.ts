/**
 * What converts HTML, as the text of a worker: a page of a few hundred kilobytes can keep turndown busy for half a minute, and only
 * a thread of its own can be stopped then. Links and pictures leave their words: addresses are no use to a reader.
 */
export const HTML_WORKER = `
const { parentPort, workerData } = require('node:worker_threads');
const load = require('node:module').createRequire(workerData.root);
const Turndown = load('turndown');
const { gfm } = load('turndown-plugin-gfm');
const service = new Turndown({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-' });
service.use(gfm);
service.remove(['script', 'style', 'noscript', 'template', 'iframe', 'svg', 'canvas', 'form', 'head', 'nav']);
service.addRule('link', { filter: 'a', replacement: (content) => content });
service.addRule('picture', { filter: 'img', replacement: (_content, node) => node.getAttribute('alt') || '' });
parentPort.postMessage(service.turndown(workerData.html));
`;
