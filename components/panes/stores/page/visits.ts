import type { PageDriver } from '@/lib/ports';

/** The addresses that a driver's pages have had, in order, and which of them is open. */
export class Visits {
  private static readonly all = new WeakMap<PageDriver, Visits>();
  private list: string[] = [];
  private at = -1;
  /** The index that somebody is going back or forward to. */
  private wanted: number | undefined;

  /** There is one per driver: it keeps recording while nobody looks. */
  static of(driver: PageDriver): Visits {
    const known = Visits.all.get(driver) ?? new Visits(driver);
    Visits.all.set(driver, known);
    return known;
  }

  private constructor(private readonly driver: PageDriver) {
    this.take();
    driver.subscribe(() => this.take());
  }

  /** Whether there is an address that many steps away. */
  has(steps: number): boolean {
    return this.list[this.at + steps] !== undefined;
  }

  /** Opens the address that many steps away with `open`; does nothing if there is none. */
  async go(steps: number, open: (address: string) => Promise<void>): Promise<void> {
    const wanted = this.at + steps;
    const address = this.list[wanted];
    if (address === undefined) return;
    this.wanted = wanted;
    try {
      await open(address);
    } finally {
      if (this.wanted === wanted) this.wanted = undefined;
    }
  }

  private take(): void {
    const url = this.driver.value?.url;
    if (url === undefined || url === this.list[this.at]) return;
    if (this.wanted !== undefined && url === this.list[this.wanted]) this.at = this.wanted;
    else {
      this.at += 1;
      this.list = [...this.list.slice(0, this.at), url];
    }
  }
}
