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

/** Takes the kernel and its port from the page that embeds it, once, and starts it. */
const BOOTSTRAP = `
addEventListener('message', function start(event) {
  if (event.source !== parent || event.ports.length !== 2) return;
  removeEventListener('message', start);
  const [port, control] = event.ports;
  const worker = new Worker(URL.createObjectURL(new Blob([event.data.kernel], { type: 'text/javascript' })));
  worker.onerror = (error) => control.postMessage(error.message || 'its worker did not start');
  worker.postMessage({ port, sources: event.data.sources }, [port]);
});`;

export const FRAME_HTML = `<!doctype html><meta charset="utf-8"><title>Sandbox</title><script>${BOOTSTRAP}</script>`;
