import { PageFailure, type PagePlace } from '@/lib/ports';
import { AnswerSchema, type Answer, type FrameStart, type Order } from './messages';

const FRAME = '/sandbox-frame/preview';
const DEADLINE_MS = 10_000;
/** What a page is as large as where nobody looks. */
const UNSEEN: PagePlace = { left: 0, top: 0, width: 1024, height: 768 };

/** A page in its frame. */
export interface PreviewFrame {
  /** Rejects with a `PageFailure` where the page does not answer, or with the signal's reason. */
  ask(order: Order, signal: AbortSignal): Promise<Answer>;
  show(place: PagePlace | undefined): void;
  remove(): void;
}

/** Opens a frame with a document in it, and the one port there will ever be. */
export async function openPreview(
  html: string,
  place: PagePlace | undefined,
  signal: AbortSignal,
): Promise<PreviewFrame> {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts allow-forms');
  frame.title = 'Page of the sandbox';
  frame.src = FRAME;
  const show = (where: PagePlace | undefined) => {
    const { left, top, width, height } = where ?? UNSEEN;
    Object.assign(frame.style, {
      position: 'fixed',
      border: '0',
      background: 'white',
      left: `${left}px`,
      top: `${top}px`,
      width: `${width}px`,
      height: `${height}px`,
      // Out of sight and yet within the window: a browser lets frames sleep that are outside.
      opacity: where ? '1' : '0',
      zIndex: where ? '1' : '-1',
      pointerEvents: where ? 'auto' : 'none',
    });
    frame.tabIndex = where ? 0 : -1;
    frame.toggleAttribute('aria-hidden', where === undefined);
  };
  show(place);
  const { port1: port, port2 } = new MessageChannel();
  const waiting = new Map<number, (answer: Answer) => void>();
  let orders = 0;
  const remove = () => {
    port.close();
    frame.remove();
  };
  const answered = (id: number, act: () => void, stop: AbortSignal): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const deadline = AbortSignal.timeout(DEADLINE_MS);
      const late = () =>
        reject(new PageFailure('TIMEOUT', `The page did not answer within ${DEADLINE_MS / 1000} seconds.`));
      const stopped = () => reject(stop.reason);
      stop.throwIfAborted();
      deadline.addEventListener('abort', late);
      stop.addEventListener('abort', stopped);
      waiting.set(id, (answer) => {
        deadline.removeEventListener('abort', late);
        stop.removeEventListener('abort', stopped);
        resolve(answer);
      });
      act();
    });
  port.onmessage = ({ data }: MessageEvent<unknown>) => {
    const answer = AnswerSchema.safeParse(data);
    if (!answer.success) return;
    const id = answer.data.kind === 'ready' ? 0 : answer.data.id;
    waiting.get(id)?.(answer.data);
    waiting.delete(id);
  };
  try {
    await answered(
      0,
      () => {
        frame.addEventListener(
          'load',
          // The frame's origin is opaque, so no narrower target can be named; the frame checks who sends.
          () => frame.contentWindow?.postMessage({ html } satisfies FrameStart, '*', [port2]),
          { once: true },
        );
        document.body.append(frame);
      },
      signal,
    );
  } catch (error) {
    remove();
    throw error;
  }
  return {
    ask(order, stop) {
      orders += 1;
      const id = orders;
      return answered(id, () => port.postMessage({ id, order }), stop);
    },
    show,
    remove,
  };
}
