import { FRAME_ATTRIBUTES, takeEarlyFrame } from './early-frame';

export interface Frame {
  /** To the kernel. */
  port: MessagePort;
  /** Reports when the kernel's worker fails as a whole. */
  control: MessagePort;
  remove(): void;
}

/** Opens the hidden frame, or reuses the one already open, and passes it the only port it ever gets. */
export async function openFrame(signal?: AbortSignal): Promise<Frame> {
  const { frame, loaded } = takeEarlyFrame() ?? newFrame();
  try {
    if (!loaded) await whenLoaded(frame, signal);
    const kernelChannel = new MessageChannel();
    const controlChannel = new MessageChannel();
    // The frame's origin is opaque, so the target cannot be narrower; the frame checks the sender.
    frame.contentWindow?.postMessage('start', '*', [kernelChannel.port2, controlChannel.port2]);
    return { port: kernelChannel.port1, control: controlChannel.port1, remove: () => frame.remove() };
  } catch (error) {
    frame.remove();
    throw error;
  }
}

function newFrame(): { frame: HTMLIFrameElement; loaded: boolean } {
  const frame = document.createElement('iframe');
  for (const [name, value] of Object.entries(FRAME_ATTRIBUTES)) frame.setAttribute(name, value);
  document.body.append(frame);
  return { frame, loaded: false };
}

const whenLoaded = (frame: HTMLIFrameElement, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    frame.addEventListener('load', () => resolve(), { once: true });
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
