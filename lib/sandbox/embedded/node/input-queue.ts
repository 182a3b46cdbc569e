/** Queues standard input until something reads it. */
export class InputQueue {
  private readonly parts: (string | null)[] = [];
  private reader: ((text: string | null) => void) | undefined;

  /** `onRead` is called once something reads. */
  constructor(private readonly onRead: () => void) {}

  receive(text: string | null): void {
    if (this.reader) this.reader(text);
    else this.parts.push(text);
  }

  /** From now on, all input goes to `reader`, starting with what is queued; `null` is the end. */
  onInput(reader: (text: string | null) => void): void {
    if (!this.reader) this.onRead();
    this.reader = reader;
    for (const part of this.parts.splice(0)) reader(part);
  }
}
