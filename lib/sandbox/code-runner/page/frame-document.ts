/** Receives the supervisor and its port from the embedding page, once, and starts it. */
const BOOTSTRAP = `
addEventListener('message', function start(event) {
  if (event.source !== parent || event.ports.length !== 2) return;
  removeEventListener('message', start);
  const [port, control] = event.ports;
  const { supervisor, codeRunner } = event.data;
  const worker = new Worker(URL.createObjectURL(new Blob([supervisor], { type: 'text/javascript' })));
  worker.onerror = (error) => control.postMessage(error.message || 'its worker did not start');
  worker.postMessage({ port, codeRunner }, [port]);
});`;

/** The document of the frame that sandboxed code runs in. It is served with the headers of the sandbox frame. */
export const CODE_FRAME_HTML = `<!doctype html><meta charset="utf-8"><title>Code runner</title><script>${BOOTSTRAP}</script>`;
