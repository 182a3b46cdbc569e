/**
 * git's table of the objects that it has looked up, in whose order `fsck` tells of them: by the first bytes of their
 * ids, in the next free place if that is taken.
 */
export class ObjectTable {
  private slots: (string | undefined)[] = [];
  private count = 0;

  /** Looks an object up, which moves it to the front of its places, or adds it. */
  look(oid: string): void {
    if (this.slots.length > 0) {
      const first = this.placeOf(oid);
      let at = first;
      while (this.slots[at] !== undefined && this.slots[at] !== oid) at = (at + 1) % this.slots.length;
      if (this.slots[at] === oid) {
        [this.slots[at], this.slots[first]] = [this.slots[first], oid];
        return;
      }
    }
    if (this.slots.length - 1 <= this.count * 2) this.grow();
    this.put(oid);
    this.count++;
  }

  all = (): string[] => this.slots.flatMap((oid) => oid ?? []);

  private grow(): void {
    const old = this.all();
    this.slots = Array.from({ length: Math.max(32, this.slots.length * 2) }, () => undefined);
    for (const oid of old) this.put(oid);
  }

  private put(oid: string): void {
    let at = this.placeOf(oid);
    while (this.slots[at] !== undefined) at = (at + 1) % this.slots.length;
    this.slots[at] = oid;
  }

  private placeOf(oid: string): number {
    const bytes = oid.slice(0, 8).match(/../g) ?? [];
    return parseInt(bytes.toReversed().join(''), 16) % this.slots.length;
  }
}
