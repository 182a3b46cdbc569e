/** The parts of one object or list that were already evaluated, for `unevaluatedProperties` and `unevaluatedItems`. */
export class SeenValues {
  private readonly fields = new Set<string>();
  private readonly items = new Set<number>();
  private upTo = 0;
  private allFields = false;
  /** No branch of a union matched, so what its branches would have evaluated is unknown. */
  unsure = false;

  field(name: string): void {
    this.fields.add(name);
  }

  item(index: number): void {
    this.items.add(index);
  }

  itemsBefore(index: number): void {
    this.upTo = Math.max(this.upTo, index);
  }

  everyField(): void {
    this.allFields = true;
  }

  hasField(name: string): boolean {
    return this.allFields || this.fields.has(name);
  }

  hasItem(index: number): boolean {
    return index < this.upTo || this.items.has(index);
  }

  add(other: SeenValues | undefined): void {
    if (!other) return;
    for (const name of other.fields) this.fields.add(name);
    for (const index of other.items) this.items.add(index);
    this.upTo = Math.max(this.upTo, other.upTo);
    this.allFields ||= other.allFields;
    this.unsure ||= other.unsure;
  }
}
