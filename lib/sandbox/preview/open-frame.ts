import { PageFailure, type PagePlace } from '@/lib/ports';
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
  const focus = keepFocus(frame, removed.signal);
  const { port1: port, port2 } = new MessageChannel();
  const waiting = new Map<number, { answer: (answer: PageAnswer) => void; fail: (error: PageFailure) => void }>();
  let orders = 0;
  const remove = () => {
    port.close();
    removed.abort();
    frame.remove();
    failAll(new PageFailure('EXECUTION_ERROR', 'The page was closed.'));
  };
  const failAll = (error: PageFailure) => waiting.forEach(({ fail }) => fail(error));
  const post = (message: FrameMessage) => port.postMessage(message);
  let writes = 0;
  const tellCookies = () => post({ t: 'cookies', cookies: needs.cookies(), writes });
  const answered = (id: number, act: () => void, stop: AbortSignal): Promise<PageAnswer> =>
    new Promise<PageAnswer>((resolve, reject) => {
      const deadline = AbortSignal.timeout(DEADLINE_MS);
      const late = () =>
        reject(new PageFailure('TIMEOUT', `The page did not answer within ${DEADLINE_MS / 1000} seconds.`));
      const stopped = () => reject(stop.reason);
      stop.throwIfAborted();
      deadline.addEventListener('abort', late);
      stop.addEventListener('abort', stopped);
      const done = () => {
        deadline.removeEventListener('abort', late);
        stop.removeEventListener('abort', stopped);
      };
      waiting.set(id, {
        answer(answer) {
          done();
          resolve(answer);
        },
        fail(error) {
          done();
          reject(error);
        },
      });
      act();
    }).finally(() => waiting.delete(id));
  port.onmessage = ({ data }: MessageEvent<unknown>) => {
    const parsed = AnswerSchema.safeParse(data);
    if (!parsed.success) return;
    const answer = parsed.data;
    switch (answer.kind) {
      case 'fetch':
        return void needs.fetch(answer.request).then((found) => {
          tellCookies();
          post({ t: 'fetched', id: answer.id, answer: found });
        });
      case 'written':
        needs.write(answer.written);
        writes = answer.written.writes;
        return tellCookies();
      case 'databases':
        return needs.writeDatabases(answer.databases);
      case 'import':
        return void needs
          .place(answer.name, answer.base)
          .then((module) => post({ t: 'placed', id: answer.id, module }));
      case 'go':
        return needs.go(answer.to);
      case 'moved':
        return needs.moved(answer.url);
      case 'left':
        failAll(new PageFailure('UNSUPPORTED', LEFT));
        return needs.left();
      case 'line':
        return needs.wrote(answer.line);
      case 'pressed':
        return focus.pressed();
      case 'ready':
        return waiting.get(0)?.answer(answer);
      default:
        return waiting.get(answer.id)?.answer(answer);
    }
  };
  try {
    await answered(
      0,
      () => {
        frame.addEventListener(
          'load',
          // The frame's origin is opaque, so the target cannot be narrower; the frame checks the sender.
          () => frame.contentWindow?.postMessage(start, '*', [port2]),
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
      return answered(id, () => post({ t: 'order', id, order }), stop);
    },
    show: (where) => placeFrame(frame, where),
    remove,
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
