import { leadTo } from './own-location';
import type { Wire } from './wire';

/** Reports where the page's links and forms lead, instead of letting the frame navigate. */
export function keepInside(wire: Wire, note: (words: string) => void): void {
  addEventListener('click', (click) => {
    const link = click.target instanceof Element ? click.target.closest('a[href], area[href]') : null;
    const href = link?.getAttribute('href') ?? '';
    if (link === null || href.startsWith('#') || /^javascript:/i.test(href)) return;
    if (!click.defaultPrevented) {
      leadTo(wire, addressOf(wire, href), note);
    }
    click.preventDefault();
  });
  addEventListener('submit', (submit) => {
    const { target: form, submitter } = submit;
    if (submit.defaultPrevented || !(form instanceof HTMLFormElement)) return;
    if (methodOf(form, submitter) === 'dialog') return;
    submit.preventDefault();
    void sendForm(wire, form, submitter);
  });
  HTMLFormElement.prototype.submit = function send() {
    void sendForm(wire, this, null);
  };
  window.open = (address) => {
    note(`a window for ${String(address)} was not opened: there is one page at a time`);
    return null;
  };
  addEventListener('pagehide', () => wire.send({ kind: 'left' }));
}

const addressOf = (wire: Wire, href: string): string => {
  try {
    return wire.resolve(href).href;
  } catch {
    return href;
  }
};

const overridden = (form: HTMLFormElement, submitter: HTMLElement | null, name: string): string =>
  submitter?.getAttribute(`form${name}`) ?? form.getAttribute(name) ?? '';

const methodOf = (form: HTMLFormElement, submitter: HTMLElement | null): string =>
  overridden(form, submitter, 'method').toLowerCase() || 'get';

async function sendForm(wire: Wire, form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
  const address = new URL(addressOf(wire, overridden(form, submitter, 'action') || wire.address.href));
  const data = new FormData(form, submitter);
  const fields = new URLSearchParams();
  for (const [name, value] of data) fields.append(name, typeof value === 'string' ? value : value.name);
  if (methodOf(form, submitter) !== 'post') {
    address.search = fields.toString();
    address.hash = '';
    wire.send({ kind: 'go', to: { url: address.href, method: 'GET', headers: [] } });
    return;
  }
  const inParts = overridden(form, submitter, 'enctype').toLowerCase() === 'multipart/form-data';
  // A Response encodes a form the way a request would.
  const written = new Response(inParts ? data : fields);
  const body = new Uint8Array(await written.arrayBuffer());
  const headers: [string, string][] = [['content-type', written.headers.get('content-type') ?? '']];
  wire.send({ kind: 'go', to: { url: address.href, method: 'POST', headers, body } });
}
