import { MAX_INPUT_CHARS } from '../protocol/limits';

/** Another reader of the same input; `null` ends it. */
export interface InputReader {
  write(text: string | null): void;
}

/** Everything typed or piped into a program so far, kept for readers of the whole and for children that inherit it. */
export class ProcessInput {
  private text = '';
  private over = false;
  private onEnd: ((text: string) => void) | undefined;
  private onPart: ((text: string) => void) | undefined;
  /** Characters already read in parts. */
  private readUpTo = 0;
  /** Whether all that arrives is read. */
  private flows = false;
  private readonly heirs = new Set<InputReader>();

  /** `onFlood` is called if there is more input than is kept, so that none is lost silently. */
  constructor(private readonly onFlood: () => void = () => undefined) {}

  get ended(): boolean {
    return this.over;
  }

  /** How many characters have been read. Those that a child has inherited count, since it may have. */
  get taken(): number {
    return this.flows ? this.text.length : this.readUpTo;
  }

  /** From now on, all that arrives is read at once. */
  flow(): void {
    this.flows = true;
  }

  write(text: string | null): void {
    if (text === null) {
      this.over = true;
      this.onEnd?.(this.text);
    } else if (this.text.length + text.length > MAX_INPUT_CHARS) return this.onFlood();
    else this.text += text;
    if (this.onPart) this.part(this.onPart);
    for (const heir of this.heirs) heir.write(text);
  }

  /** Calls back with the whole input once it has ended. */
  whole(read: (text: string) => void): void {
    this.flows = true;
    if (this.over) read(this.text);
    else this.onEnd = read;
  }

  /** Calls back with what has not been read in parts yet, as soon as there is some, or with '' at the end. */
  part(read: (text: string) => void): void {
    const text = this.text.slice(this.readUpTo);
    this.readUpTo = this.text.length;
    this.onPart = text === '' && !this.over ? read : undefined;
    if (!this.onPart) read(text);
  }

  /** Lets a child read the input too, from its beginning. */
  bequeath(heir: InputReader): void {
    this.flows = true;
    if (this.text) heir.write(this.text);
    if (this.over) heir.write(null);
    this.heirs.add(heir);
  }

  disinherit(heir: InputReader): void {
    this.heirs.delete(heir);
  }
}
