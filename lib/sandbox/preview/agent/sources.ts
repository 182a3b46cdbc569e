import type { Wire } from './wire';

/** URLs that the frame can load by itself. */
const OWN = /^(?:data:|blob:|$)/i;

/** Fetches the images and scripts that the page's own scripts add, and inserts them as data. */
export function keepSources(wire: Wire): void {
  takeOver(HTMLImageElement.prototype, async (image, reference, put) => put(await dataOf(wire, reference)));
  takeOver(HTMLScriptElement.prototype, async (script, reference, put) => {
    if (script.type !== 'module') return put(await dataOf(wire, reference, 'text/javascript'));
    const { href, imports } = await wire.place(wire.resolve(reference).href, wire.base.href);
    addImports(imports);
    put(`data:text/javascript,${encodeURIComponent(`import ${JSON.stringify(href)};`)}`);
  });
  const bring = (image: HTMLImageElement) => {
    const reference = image.getAttribute('src') ?? '';
    // This setter is already the replaced one.
    if (!OWN.test(reference)) image.src = reference;
  };
  new MutationObserver((records) => {
    for (const { target, addedNodes } of records) {
      if (target instanceof HTMLImageElement) bring(target);
      for (const node of addedNodes) {
        if (node instanceof HTMLImageElement) bring(node);
        else if (node instanceof Element) node.querySelectorAll('img').forEach(bring);
      }
    }
  }).observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ['src'] });
}

/** Adds an import map for modules that arrived after the document. */
export function addImports(imports: Readonly<Record<string, string>>): void {
  if (Object.keys(imports).length === 0) return;
  const map = document.createElement('script');
  map.type = 'importmap';
  map.textContent = JSON.stringify({ imports });
  document.head.append(map);
}

function takeOver<E extends HTMLElement>(
  prototype: E,
  bring: (element: E, reference: string, put: (address: string) => void) => Promise<void>,
): void {
  const own = Object.getOwnPropertyDescriptor(prototype, 'src');
  if (!own?.set || !own.get) return;
  const { set, get } = own;
  Object.defineProperty(prototype, 'src', {
    ...own,
    get(this: E) {
      return Reflect.apply(get, this, []);
    },
    set(this: E, value: unknown) {
      const reference = String(value);
      const put = (address: string) => Reflect.apply(set, this, [address]);
      if (OWN.test(reference)) put(reference);
      else bring(this, reference, put).catch(() => this.dispatchEvent(new Event('error')));
    },
  });
}

async function dataOf(wire: Wire, reference: string, type?: string): Promise<string> {
  const { status, headers, body } = await wire.fetch({ url: wire.resolve(reference).href, method: 'GET', headers: [] });
  if (status >= 400) throw new TypeError(`${reference} was answered with ${status}.`);
  const served = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  let binary = '';
  for (const byte of body) binary += String.fromCharCode(byte);
  return `data:${type ?? served.replace(/\s/g, '')};base64,${btoa(binary)}`;
}
