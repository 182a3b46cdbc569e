import { messageOf } from '@/lib/protocol/message-of';
import { HOLDER_NAME } from '../holder-name';
import { IMPORT_NAME } from '../import-name';
import type { PageAnswer, FrameMessage, FrameStart, Order } from '../messages';
import { keepAddress } from './address';
import { keepDatabases } from './databases';
import { makePageFetch } from './fetch';
import { keepConsole } from './keep-console';
import { look } from './look';
import { keepInside } from './navigation';
import { makeHolder } from './own-location';
import { keepFocusQuiet } from './quiet-focus';
import { keepPageData } from './page-data';
import { Refused } from './refused';
import { removePeers } from './remove-peers';
import { settle } from './settle';
import { addImports, keepSources } from './sources';
import { takePicture } from './take-picture';
import { findElement } from './targets';
import { typeInto } from './type-into';
import { Wire } from './wire';
import { makeXmlHttpRequest } from './xml-http-request';

/** The agent in the frame: receives its port from the embedding page, once, writes the document, and carries out orders. */
addEventListener('message', function start(event: MessageEvent<FrameStart>) {
  const [port] = event.ports;
  if (event.source !== parent || !port) return;
  removeEventListener('message', start);
  void begin(port, event.data);
});

async function begin(port: MessagePort, { html, base, data: kept }: FrameStart): Promise<void> {
  const pageData = keepPageData(kept, (message) => port.postMessage(message));
  const send = (message: PageAnswer) => port.postMessage(message);
  const databases = await keepDatabases({ kept: kept.databases, send, note: (words) => lines.note(words) });
  const wire = new Wire(new URL(base), (message) => {
    // The next response may depend on what the page has just written.
    if (message.kind === 'go' || message.kind === 'fetch') pageData.flush();
    if (message.kind === 'go') void databases.settled().then(() => send(message));
    else send(message);
  });

  port.onmessage = ({ data }: MessageEvent<FrameMessage>) => {
    if (data.t === 'cookies') pageData.answered(data.cookies, data.writes);
    else if (data.t === 'fetched') wire.fetched(data.id, data.answer);
    else if (data.t === 'placed') wire.placed(data.id, data.module);
    else void perform(data.id, data.order).then(wire.send);
  };

  // Opening the document removes all listeners and handlers, so the agent's are added after it.
  document.open();
  removePeers();
  keepAddress(wire);
  const lines = keepConsole((line) => wire.send({ kind: 'line', line }));
  window.fetch = makePageFetch(wire);
  const takeImport = (from: string) => async (name: unknown) => {
    const { href, imports } = await wire.place(String(name), from);
    addImports(imports);
    return import(href);
  };
  Object.assign(window, { XMLHttpRequest: makeXmlHttpRequest(window.fetch), [IMPORT_NAME]: takeImport });
  Object.assign(window, { [HOLDER_NAME]: makeHolder(wire, lines.note) });
  keepSources(wire);
  keepFocusQuiet(() => wire.send({ kind: 'pressed' }));
  document.write(html);
  document.close();
  keepInside(wire, lines.note);
  wire.send({ kind: 'ready' });

  async function perform(id: number, order: Order): Promise<PageAnswer> {
    try {
      if (order.do === 'screenshot') return { kind: 'picture', id, data: await takePicture() };
      if (order.do === 'click') press(findElement(order.target));
      if (order.do === 'type') typeInto(findElement(order.target), order.text);
      await settle(wire);
      pageData.flush();
      return { kind: 'seen', id, seen: { ...look(), console: lines.take() } };
    } catch (error) {
      const code = error instanceof Refused ? error.code : 'EXECUTION_ERROR';
      const message = messageOf(error).slice(0, 900);
      return { kind: 'failed', id, code, message };
    }
  }
}

function press(element: HTMLElement): void {
  element.focus();
  element.click();
}
