import { MAX_COOKIE, MAX_COOKIES } from '../limits';

/** The page's `document.cookie`, since the browser's throws in an opaque origin. The jar itself is outside the frame. */
export interface Cookies {
  /** The cookies written since the last call, and the number of writes so far. */
  takeWritten(): { readonly cookies: string[]; readonly writes: number };
  /** Takes the jar's cookies, as of that many writes. */
  answered(cookies: string, writes: number): void;
}

/** Installs `document.cookie`. `onWrite` is called on each write. */
export function keepCookies(cookies: string, onWrite: () => void): Cookies {
  let shown = parse(cookies);
  let writes = 0;
  let written = new Map<string, string>();
  Object.defineProperty(document, 'cookie', {
    configurable: true,
    enumerable: true,
    get: () => [...shown].map(([name, value]) => (name === '' ? value : `${name}=${value}`)).join('; '),
    set: (given: unknown) => {
      const text = String(given).slice(0, MAX_COOKIE);
      const [[name, value] = ['', '']] = parse(text.split(';', 1)[0] ?? '');
      // Visible at once to the script that wrote it; the jar, which handles paths and dates, corrects it later.
      if (isPast(text)) shown.delete(name);
      else shown.set(name, value);
      writes += 1;
      written.set(`${name};${/;\s*path=[^;]*/i.exec(text)?.[0] ?? ''}`, text);
      onWrite();
    },
  });
  return {
    takeWritten() {
      const taken = [...written.values()].slice(-MAX_COOKIES);
      written = new Map();
      return { cookies: taken, writes };
    },
    answered(now, after) {
      if (after === writes) shown = parse(now);
    },
  };
}

function parse(text: string): Map<string, string> {
  const pairs = text.split(';').map((part) => part.trim());
  return new Map(
    pairs
      .filter((pair) => pair !== '')
      .map((pair) => {
        const at = pair.indexOf('=');
        return [pair.slice(0, Math.max(0, at)).trim(), pair.slice(at + 1).trim()];
      }),
  );
}

function isPast(text: string): boolean {
  const age = /;\s*max-age=\s*(-?\d+)/i.exec(text)?.[1];
  const until = /;\s*expires=([^;]*)/i.exec(text)?.[1];
  return age === undefined ? until !== undefined && Date.parse(until) <= Date.now() : Number(age) <= 0;
}
