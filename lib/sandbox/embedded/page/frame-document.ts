const POLICY = [
  'sandbox allow-scripts',
  "default-src 'none'",
  "script-src 'unsafe-inline' 'unsafe-eval' 'wasm-unsafe-eval' blob:",
  'worker-src blob:',
  "connect-src 'none'",
].join('; ');

export const FRAME_HEADERS: Readonly<Record<string, string>> = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': POLICY,
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-cache',
};

/** Starts the kernel at once, then takes its port from the page that embeds it, once. */
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
  if (failure) control.postMessage(failure);
  worker.postMessage({ port: event.ports[0] }, [event.ports[0]]);
});`;

/** What would end the kernel's text before its end, or hide that end. */
const ENDS_TEXT = /<\/script|<!--/i;

/** The frame's document with the kernel in it: one request, and nothing to wait for. Throws on a text no script element can hold. */
export function frameHtml(kernel: string): string {
  if (ENDS_TEXT.test(kernel)) throw new Error('The kernel holds what ends a script element.');
  return `<!doctype html><meta charset="utf-8"><title>Sandbox</title><script type="text/plain" id="kernel">${kernel}</script><script>${BOOTSTRAP}</script>`;
}
