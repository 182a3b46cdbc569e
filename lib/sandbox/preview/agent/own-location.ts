import { MAX_URL } from '../limits';
import type { Wire } from './wire';

/** Opens where a link or a script leads, or says why not. A part of the page that is shown is shown at once. */
export function leadTo(wire: Wire, to: URL | string, note: (words: string) => void): void {
  const url = String(to);
  if (url.length > MAX_URL)
    return note(`an address of ${url.length} characters was not opened: ${MAX_URL} are the most`);
  if (isWithin(url, wire.address)) location.hash = new URL(url).hash;
  else wire.send({ kind: 'go', to: { url, method: 'GET', headers: [] } });
}

/** Whether an address leads to a part of the page that is shown. */
function isWithin(to: string, { href }: URL): boolean {
  const [place] = to.split('#');
  return to.includes('#') && place === href.split('#')[0];
}

const PARTS = ['protocol', 'host', 'hostname', 'port', 'pathname', 'search'] as const;

/**
 * What a page's scripts take for their window's and document's `location`: it says what the frame's says, and setting it opens a
 * page of the sandbox.
 */
export function makeHolder(wire: Wire, note: (words: string) => void): (owner: unknown) => unknown {
  const go = (to: unknown): void => {
    const address = String(to);
    // It runs in the page, and leads nowhere.
    if (/^\s*javascript:/i.test(address)) return void (location.href = address);
    let url: URL;
    try {
      url = wire.resolve(address);
    } catch {
      throw new DOMException(`'${address}' is not a valid URL.`, 'SyntaxError');
    }
    leadTo(wire, url, note);
  };
  const own = {
    assign: go,
    replace: go,
    reload: () => wire.send({ kind: 'go', to: { url: wire.address.href, method: 'GET', headers: [] } }),
    toString: () => location.href,
    get ancestorOrigins() {
      return location.ancestorOrigins;
    },
    get origin() {
      return location.origin;
    },
    get hash() {
      return location.hash;
    },
    set hash(hash: string) {
      location.hash = hash;
    },
    get href() {
      return location.href;
    },
    set href(to: string) {
      go(to);
    },
  };
  for (const part of PARTS) {
    Object.defineProperty(own, part, {
      enumerable: true,
      get: () => location[part],
      set(value: unknown) {
        const url = new URL(wire.address);
        url[part] = String(value);
        leadTo(wire, url, note);
      },
    });
  }
  Object.setPrototypeOf(own, Location.prototype);
  const holder = {
    get location() {
      return own;
    },
    set location(to: unknown) {
      go(to);
    },
  };
  return (owner) => (owner === window || owner === document ? holder : owner);
}
