import type { Wire } from './wire';

/**
 * Gives the document the page's path, query and fragment, and reports where its scripts go from there. The origin that they see
 * stays the frame's.
 */
export function keepAddress(wire: Wire): void {
  const { base } = wire;
  try {
    history.replaceState(null, '', placeOf(base));
  } catch {
    // A browser that lets an opaque origin change fragments only: links and requests go by the page's address all the same.
    return;
  }
  const moved = (): void => {
    wire.address = new URL(placeOf(location), base);
    wire.send({ kind: 'moved', url: wire.address.href });
  };
  for (const name of ['pushState', 'replaceState'] as const) {
    const own = history[name].bind(history);
    history[name] = (state, unused, to) => {
      own(state, unused, to == null ? to : placeOf(wire.resolve(String(to))));
      moved();
    };
  }
  addEventListener('popstate', moved);
  addEventListener('hashchange', moved);
}

const placeOf = ({ pathname, search, hash }: Pick<URL, 'pathname' | 'search' | 'hash'>): string =>
  pathname + search + hash;
