interface Part {
  text: string | null;
  at: number;
}

/** Queues standard input until something reads it. Places in it are counted in characters. */
export class InputQueue {
  private readonly parts: Part[] = [];
  private reader: ((text: string | null) => void) | undefined;
  private arrived = 0;
  private readUpTo = 0;

  /** `onRead` is called once something reads. */
  constructor(private readonly onRead: () => void) {}

  /** `at`: where it begins, if it does not follow what arrived before. */
  receive(text: string | null, at = this.arrived): void {
    this.arrived = at + (text?.length ?? 0);
    if (this.reader) this.pass({ text, at }, this.reader);
    else this.parts.push({ text, at });
  }

  /** These characters have been read in another way: they are not for a reader any more. */
  skip(chars: number): void {
    this.readUpTo += chars;
  }

  /** From now on, all input goes to `reader`, starting with what is queued; `null` is the end. */
  onInput(reader: (text: string | null) => void): void {
    if (!this.reader) this.onRead();
    this.reader = reader;
    for (const part of this.parts.splice(0)) this.pass(part, reader);
  }

  private pass({ text, at }: Part, reader: (text: string | null) => void): void {
    const left = text?.slice(Math.max(0, this.readUpTo - at)) ?? null;
    if (left !== '') reader(left);
  }
}
