import type { Answer, FrameStart, Order } from '../messages';
import { Refused } from './refused';
import { keepConsole } from './keep-console';
import { look } from './look';
import { findTarget } from './targets';
import { takePicture } from './take-picture';
import { typeInto } from './type-into';

/** Milliseconds a page gets to do what a click or a key sets off. */
const SETTLE_MS = 60;

/** The agent in the frame: it takes its port from the page that embeds it, once, writes the document, and does as it is told. */
addEventListener('message', function start(event: MessageEvent<FrameStart>) {
  const [port] = event.ports;
  if (event.source !== parent || !port) return;
  removeEventListener('message', start);
  const { html } = event.data;
  const answer = (message: Answer) => port.postMessage(message);
  let goTo: string | undefined;

  // Opening the document takes away every listener and handler there is, so ours come after.
  document.open();
  const lines = keepConsole();
  document.write(html);
  document.close();
  addEventListener('click', (click) => {
    const link = click.target instanceof Element ? click.target.closest('a[href]') : null;
    const href = link?.getAttribute('href') ?? '';
    if (link === null || href.startsWith('#')) return;
    // There is nothing to navigate to: whoever drives the page opens the next one.
    if (!click.defaultPrevented) goTo = href;
    click.preventDefault();
  });
  addEventListener('submit', (submit) => {
    if (submit.defaultPrevented) return;
    submit.preventDefault();
    lines.note('a form was sent that no script takes, and there is no server to send it to');
  });

  port.onmessage = async ({ data }: MessageEvent<{ id: number; order: Order }>) => {
    const { id, order } = data;
    try {
      if (order.do === 'screenshot') {
        answer({ kind: 'picture', id, data: await takePicture() });
        return;
      }
      if (order.do === 'click') press(findTarget(order.target));
      if (order.do === 'type') typeInto(findTarget(order.target), order.text);
      await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
      const to = goTo;
      goTo = undefined;
      answer({ kind: 'seen', id, seen: { ...look(), console: lines.take() }, ...(to !== undefined && { goTo: to }) });
    } catch (error) {
      const code = error instanceof Refused ? error.code : 'EXECUTION_ERROR';
      answer({
        kind: 'failed',
        id,
        code,
        message: String(error instanceof Error ? error.message : error).slice(0, 900),
      });
    }
  };
  answer({ kind: 'ready' });
});

function press(element: HTMLElement): void {
  element.focus();
  element.click();
}
