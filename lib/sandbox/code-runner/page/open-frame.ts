/** The route that serves the frame with its own content security policy. */
const FRAME = '/sandbox-frame/code';
/** Where the build puts the workers' bundles. */
const FOLDER = '/sandbox';

export interface CodeFrame {
  /** To the supervisor. */
  port: MessagePort;
  /** Receives a message if the supervisor's worker fails. */
  control: MessagePort;
  remove(): void;
}

/** Opens the hidden frame and passes it the workers' sources, which it may not fetch, and its only port. */
export async function openCodeFrame(signal: AbortSignal): Promise<CodeFrame> {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.setAttribute('aria-hidden', 'true');
  frame.tabIndex = -1;
  frame.title = 'Sandboxed code';
  frame.hidden = true;
  frame.src = FRAME;
  const loaded = new Promise<void>((resolve, reject) => {
    signal.throwIfAborted();
    frame.addEventListener('load', () => resolve(), { once: true });
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  document.body.append(frame);
  try {
    const [supervisor, codeRunner] = await Promise.all([
      text('code-supervisor', signal),
      text('code-worker', signal),
      loaded,
    ]);
    const port = new MessageChannel();
    const control = new MessageChannel();
    // The frame's origin is opaque, so no narrower target can be named; the frame checks the sender.
    frame.contentWindow?.postMessage({ supervisor, codeRunner }, '*', [port.port2, control.port2]);
    return { port: port.port1, control: control.port1, remove: () => frame.remove() };
  } catch (error) {
    frame.remove();
    throw error;
  }
}

async function text(name: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(`${FOLDER}/${name}.js`, { signal });
  if (!response.ok) throw new Error(`${name}.js did not load: ${response.status}`);
  return response.text();
}
