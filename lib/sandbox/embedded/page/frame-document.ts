import { frameHeaders } from '../../frame-headers';
import { scriptText } from '../../script-text';

const POLICY = [
  'sandbox allow-scripts',
  "default-src 'none'",
  "script-src 'unsafe-inline' 'unsafe-eval' 'wasm-unsafe-eval' blob:",
  'worker-src blob:',
  "connect-src 'none'",
];

/** The sandbox's frame: an opaque origin that computes and cannot reach anything. */
export const FRAME_HEADERS = frameHeaders(POLICY);

/** Starts the kernel at once, then receives its port from the embedding page, once. */
const BOOTSTRAP = `
const text = document.getElementById('kernel').textContent;
const worker = new Worker(URL.createObjectURL(new Blob([text], { type: 'text/javascript' })));
let control, failure;
worker.onerror = (error) => {
  failure = error.message || 'its worker did not start';
  control?.postMessage(failure);
};
addEventListener('message', function start(event) {
  if (event.source !== parent || event.ports.length !== 2) return;
  removeEventListener('message', start);
  control = event.ports[1];
  // The page asks whether this document is still there.
  control.onmessage = () => control.postMessage(null);
  if (failure) control.postMessage(failure);
  worker.postMessage({ port: event.ports[0] }, [event.ports[0]]);
});`;

/** The frame's document with the kernel inline, so one request is enough. Throws if a script element cannot hold the text. */
export const frameHtml = (kernel: string): string =>
  `<!doctype html><meta charset="utf-8"><title>Sandbox</title><script type="text/plain" id="kernel">${scriptText(kernel, 'kernel')}</script><script>${BOOTSTRAP}</script>`;
