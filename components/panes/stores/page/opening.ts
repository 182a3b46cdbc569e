import { createListeners, type PageDriver } from '@/lib/ports';
import { messageOf } from '@/lib/protocol/message-of';

/** The longest time a page may take to open, milliseconds. */
const OPEN_MS = 30_000;

/** What a person has asked for that is not open, and how many pages have opened for them. */
export interface OpeningState {
  readonly opened: number;
  readonly address?: string;
  /** Whether it is on its way. */
  readonly opening?: true;
  /** Nothing listens on this port: the page opens once something does. */
  readonly waitsFor?: number;
  /** Why it did not open. */
  readonly issue?: string;
}

/** Opens pages for a person: one at a time, and the latest request wins. */
export class Opening {
  private static readonly all = new WeakMap<PageDriver, Opening>();
  private readonly listeners = createListeners();
  private last = new AbortController();
  /** The page that was open when this was last asked for something. */
  private before: string | undefined;
  value: OpeningState = { opened: 0 };
  readonly subscribe = this.listeners.subscribe;

  /** There is one per driver: it goes on while the person looks at something else, such as the terminal. */
  static of(driver: PageDriver): Opening {
    const known = Opening.all.get(driver) ?? new Opening(driver);
    Opening.all.set(driver, known);
    return known;
  }

  private constructor(private readonly driver: PageDriver) {
    driver.servers.subscribe(() => {
      const { address, waitsFor } = this.value;
      if (address !== undefined && waitsFor !== undefined && this.isListening(waitsFor)) void this.open(address);
    });
    driver.subscribe(() => {
      // Somebody else has opened a page meanwhile: nothing replaces it.
      if (this.value.waitsFor !== undefined && driver.value?.url !== this.before) this.show({});
    });
  }

  /** Never rejects. */
  async open(address: string): Promise<void> {
    this.last.abort();
    const own = new AbortController();
    this.last = own;
    this.before = this.driver.value?.url;
    this.show({ address, opening: true });
    try {
      await this.driver.open(address, AbortSignal.any([own.signal, AbortSignal.timeout(OPEN_MS)]));
      if (!own.signal.aborted) this.show({}, 1);
    } catch (error) {
      if (own.signal.aborted) return;
      const port = portIn(address);
      const waits = port !== undefined && !this.isListening(port);
      this.show({ address, ...(waits ? { waitsFor: port } : { issue: messageOf(error) }) });
    }
  }

  private isListening = (port: number): boolean => this.driver.servers.value.some((server) => server.port === port);

  private show(asked: Omit<OpeningState, 'opened'>, more = 0): void {
    this.value = { ...asked, opened: this.value.opened + more };
    this.listeners.notify();
  }
}

/** The port of the sandbox that an address names; undefined if it names none. */
function portIn(address: string): number | undefined {
  const found = /^(?:http:\/\/)?(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\])(?::(\d+))?(?:[/?#]|$)/.exec(
    address.trim(),
  );
  return found ? Number(found[1] ?? 80) : undefined;
}
