import type { WorkerSources } from '../protocol/bridge';

/** The route that serves the frame with a policy of its own. */
const FRAME = '/sandbox-frame';

export interface Frame {
  /** To the kernel. */
  port: MessagePort;
  /** Tells when the kernel's worker fails as a whole. */
  control: MessagePort;
  remove(): void;
}

/** Opens the hidden frame, hands over the kernel's text and the one port there will ever be. */
export async function openFrame(kernel: string, sources: WorkerSources, signal?: AbortSignal): Promise<Frame> {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.setAttribute('allow', 'cross-origin-isolated');
  frame.setAttribute('aria-hidden', 'true');
  frame.tabIndex = -1;
  frame.title = 'Sandbox';
  frame.hidden = true;
  frame.src = FRAME;
  const loaded = new Promise<void>((resolve, reject) => {
    frame.addEventListener('load', () => resolve(), { once: true });
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  document.body.append(frame);
  try {
    await loaded;
    const kernelChannel = new MessageChannel();
    const controlChannel = new MessageChannel();
    // The frame's origin is opaque, so no narrower target can be named; the frame checks who sends.
    frame.contentWindow?.postMessage({ kernel, sources }, '*', [kernelChannel.port2, controlChannel.port2]);
    return { port: kernelChannel.port1, control: controlChannel.port1, remove: () => frame.remove() };
  } catch (error) {
    frame.remove();
    throw error;
  }
}
