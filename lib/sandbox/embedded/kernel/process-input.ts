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
  private taken = 0;
  private readonly heirs = new Set<InputReader>();

  /** `onFlood` is called if there is more input than is kept, so that none is lost silently. */
  constructor(private readonly onFlood: () => void = () => undefined) {}

  get ended(): boolean {
    return this.over;
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
    if (this.over) read(this.text);
    else this.onEnd = read;
  }

  /** Calls back with what has not been read in parts yet, as soon as there is some, or with '' at the end. */
  part(read: (text: string) => void): void {
    const text = this.text.slice(this.taken);
    this.taken = this.text.length;
    this.onPart = text === '' && !this.over ? read : undefined;
    if (!this.onPart) read(text);
  }

  /** Lets a child read the input too, from its beginning. */
  bequeath(heir: InputReader): void {
    if (this.text) heir.write(this.text);
    if (this.over) heir.write(null);
    this.heirs.add(heir);
  }

  disinherit(heir: InputReader): void {
    this.heirs.delete(heir);
  }
}
