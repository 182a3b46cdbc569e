import { FRAME_ATTRIBUTES, takeEarlyFrame } from './early-frame';

export interface Frame {
  /** To the kernel. */
  port: MessagePort;
  /** Tells when the kernel's worker fails as a whole. */
  control: MessagePort;
  remove(): void;
}

/** Opens the hidden frame, or takes the one that is open already, and hands over the one port there will ever be. */
export async function openFrame(signal?: AbortSignal): Promise<Frame> {
  const { frame, loaded } = takeEarlyFrame() ?? newFrame();
  try {
    if (!loaded) await whenLoaded(frame, signal);
    const kernelChannel = new MessageChannel();
    const controlChannel = new MessageChannel();
    // The frame's origin is opaque, so no narrower target can be named; the frame checks who sends.
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
