/** Takes the supervisor and its port from the page that embeds it, once, and starts it. */
const BOOTSTRAP = `
addEventListener('message', function start(event) {
  if (event.source !== parent || event.ports.length !== 2) return;
  removeEventListener('message', start);
  const [port, control] = event.ports;
  const { supervisor, guest } = event.data;
  const worker = new Worker(URL.createObjectURL(new Blob([supervisor], { type: 'text/javascript' })));
  worker.onerror = (error) => control.postMessage(error.message || 'its worker did not start');
  worker.postMessage({ port, guest }, [port]);
});`;

/** The document of the frame that sandboxed code run in. It is served with the headers of the sandbox's frame. */
export const CODE_FRAME_HTML = `<!doctype html><meta charset="utf-8"><title>Guests</title><script>${BOOTSTRAP}</script>`;
