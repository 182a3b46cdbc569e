import { PageFailure, type PagePlace } from '@/lib/ports';
import { deferred, type Deferred } from '../deferred';
import { keepFocus } from './keep-focus';
import {
  AnswerSchema,
  type PageAnswer,
  type FetchedPart,
  type FrameMessage,
  type FrameStart,
  type KeptDatabase,
  type Order,
  type PlacedElement,
  type Sent,
  type WrittenData,
} from './messages';

const FRAME = '/sandbox-frame/preview';
const DEADLINE_MS = 10_000;

/** A page in its frame. */
export interface PreviewFrame {
  /** Rejects with a `PageFailure` if the page does not respond, or with the signal's reason. */
  ask(order: Order, signal: AbortSignal): Promise<PageAnswer>;
  show(place: PagePlace | undefined): void;
  remove(): void;
}

/** What a page in a frame needs from its opener. Nothing here rejects. */
export interface FrameDependencies {
  fetch(request: Sent): Promise<FetchedPart>;
  place(name: string, base: string): Promise<PlacedElement>;
  /** A link was followed or a form was submitted. */
  go(to: Sent): void;
  /** The page's scripts gave it another address. */
  moved(to: string): void;
  /** The page wrote a line to its console. */
  wrote(line: string): void;
  /** The page changed its site's data. */
  write(written: WrittenData): void;
  writeDatabases(databases: readonly KeptDatabase[]): void;
  /** The cookies that its scripts may currently see. */
  cookies(): string;
  /** The page left its frame, which is now useless. */
  left(): void;
}

/** Opens a frame with a document in it, and passes it the only port it ever gets. */
export async function openPreview(
  start: FrameStart,
  place: PagePlace | undefined,
  needs: FrameDependencies,
  signal: AbortSignal,
): Promise<PreviewFrame> {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts allow-forms');
  frame.src = FRAME;
  placeFrame(frame, place);
  const removed = new AbortController();
  const { port1: port, port2 } = new MessageChannel();
  const waiting = new WaitingOrders();
  const post = (message: FrameMessage) => port.postMessage(message);
  const remove = () => {
    port.close();
    removed.abort();
    frame.remove();
    waiting.failAll(new PageFailure('EXECUTION_ERROR', 'The page was closed.'));
  };
  const hear = listener(needs, { post, waiting, pressed: keepFocus(frame, removed.signal).pressed });
  port.onmessage = ({ data }: MessageEvent<unknown>) => {
    const parsed = AnswerSchema.safeParse(data);
    if (parsed.success) hear(parsed.data);
  };
  const begin = () => {
    // The frame's origin is opaque, so the target cannot be narrower; the frame checks the sender.
    frame.addEventListener('load', () => frame.contentWindow?.postMessage(start, '*', [port2]), { once: true });
    document.body.append(frame);
  };
  try {
    await waiting.answer(READY, begin, signal);
  } catch (error) {
    remove();
    throw error;
  }
  let orders = READY;
  return {
    ask(order, stop) {
      orders += 1;
      const id = orders;
      return waiting.answer(id, () => post({ t: 'order', id, order }), stop);
    },
    show: (where) => placeFrame(frame, where),
    remove,
  };
}

/** Stands for the order to open, which the page answers by being ready. */
const READY = 0;

/** The orders that a page has not answered yet, by id. */
class WaitingOrders {
  readonly #waiting = new Map<number, Deferred<PageAnswer>>();

  /** The answer to what `act` sends. Rejects if none comes in time, or with the signal's reason. */
  async answer(id: number, act: () => void, stop: AbortSignal): Promise<PageAnswer> {
    stop.throwIfAborted();
    const answer = deferred<PageAnswer>();
    const deadline = AbortSignal.timeout(DEADLINE_MS);
    const late = () =>
      answer.reject(new PageFailure('TIMEOUT', `The page did not answer within ${DEADLINE_MS / 1000} seconds.`));
    const stopped = () => answer.reject(stop.reason);
    deadline.addEventListener('abort', late);
    stop.addEventListener('abort', stopped);
    this.#waiting.set(id, answer);
    try {
      act();
      return await answer.promise;
    } finally {
      deadline.removeEventListener('abort', late);
      stop.removeEventListener('abort', stopped);
      this.#waiting.delete(id);
    }
  }

  answered(id: number, answer: PageAnswer): void {
    this.#waiting.get(id)?.resolve(answer);
  }

  failAll(error: PageFailure): void {
    for (const { reject } of this.#waiting.values()) reject(error);
  }
}

interface Listening {
  post: (message: FrameMessage) => void;
  waiting: WaitingOrders;
  /** Called when a person presses in the frame. */
  pressed: () => void;
}

/** Does what the messages of a page ask for. */
function listener(needs: FrameDependencies, { post, waiting, pressed }: Listening): (message: PageAnswer) => void {
  let writes = 0;
  const tellCookies = () => post({ t: 'cookies', cookies: needs.cookies(), writes });
  return (message) => {
    switch (message.kind) {
      case 'fetch':
        return void needs.fetch(message.request).then((answer) => {
          tellCookies();
          post({ t: 'fetched', id: message.id, answer });
        });
      case 'written':
        needs.write(message.written);
        ({ writes } = message.written);
        return tellCookies();
      case 'databases':
        return needs.writeDatabases(message.databases);
      case 'import':
        return void needs
          .place(message.name, message.base)
          .then((module) => post({ t: 'placed', id: message.id, module }));
      case 'go':
        return needs.go(message.to);
      case 'moved':
        return needs.moved(message.url);
      case 'left':
        waiting.failAll(new PageFailure('UNSUPPORTED', LEFT));
        return needs.left();
      case 'line':
        return needs.wrote(message.line);
      case 'pressed':
        return pressed();
      case 'ready':
        return waiting.answered(READY, message);
      default:
        return waiting.answered(message.id, message);
    }
  };
}

/** What is said of a page that is gone. */
export const LEFT =
  'The page was led out of its frame, which leads nowhere, by code that came later than its own scripts, such as that of eval. It is closed; open it again.';

/** The size and position of a page that nobody is looking at. */
const UNSEEN: PagePlace = { left: 0, top: 0, width: 1024, height: 768, title: 'Page of the sandbox' };

/** Positions a frame; undefined hides it. */
export function placeFrame(frame: HTMLIFrameElement, place: PagePlace | undefined): void {
  const { left, top, width, height, hidden, title } = place ?? UNSEEN;
  if (title !== undefined) frame.title = title;
  Object.assign(frame.style, {
    position: 'fixed',
    border: '0',
    background: 'white',
    left: `${left}px`,
    top: `${top}px`,
    width: `${width}px`,
    height: `${height}px`,
    clipPath: hidden ? `inset(${hidden.top}px 0 ${hidden.bottom}px)` : '',
    // Invisible but inside the window, as browsers throttle frames outside it.
    opacity: place ? '1' : '0',
    zIndex: place ? '1' : '-1',
    pointerEvents: place ? 'auto' : 'none',
  });
  frame.tabIndex = place ? 0 : -1;
  frame.toggleAttribute('aria-hidden', place === undefined);
}
