import { INPUT_STEP, MAX_INPUT_CHARS } from '../protocol/limits';

/** Another reader of the same input; `null` ends it. */
export interface InputReader {
  write(text: string | null): void;
}

/** A part of the input. `at`: where it begins, if it does not follow the one before. */
interface Part {
  text: string | null;
  at?: number;
}

/** How many characters that were read are kept, at least: a child may inherit them. */
const KEPT = 4 * 1024 * 1024;

/** What is typed or piped into a program, kept for readers of the whole and for children that inherit it. Places are counted in characters. */
export class ProcessInput {
  /** What is kept of it, and how much came before that. */
  private text = '';
  private dropped = 0;
  /** What was written last. */
  private last = '';
  private over = false;
  private onEnd: ((text: string) => void) | undefined;
  private onPart: ((text: string) => void) | undefined;
  /** How far it has been read in parts, read by heirs, and passed on as it arrived. */
  private readUpTo = 0;
  private inherited = 0;
  private passed = 0;
  private passedEnd = false;
  /** How far it has surely been read, and how much of that was told. */
  private done = 0;
  private told = 0;
  /** Whether all that arrives is read. */
  private flows = false;
  private keepsAll = false;
  /** Where each of them began to read. */
  private readonly heirs = new Map<InputReader, number>();

  /**
   * `onFlood` is called if there is more input than is kept, so that none is lost silently; `onTaken` now and then, with how much has been
   * read.
   */
  constructor(
    private readonly onFlood: () => void = () => undefined,
    private readonly onTaken: (chars: number) => void = () => undefined,
  ) {}

  get ended(): boolean {
    return this.over;
  }

  /** How many characters have been read. Those that a child has inherited count, since it may have. */
  get taken(): number {
    return this.flows || this.heirs.size > 0 ? this.end : this.readUpTo;
  }

  private get end(): number {
    return this.dropped + this.text.length;
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
    else {
      this.text += text;
      this.last = text;
    }
    if (this.onPart) this.part(this.onPart);
    for (const heir of this.heirs.keys()) heir.write(text);
    if (this.onEnd) this.advance(this.end);
  }

  /** Gives `give` what has neither been passed on yet nor read by an heir. */
  pass(give: (part: Part) => void): void {
    const from = Math.max(this.passed, this.dropped, this.inherited);
    const text = this.since(from);
    if (text) give(from === this.passed ? { text } : { text, at: from });
    this.passed = this.end;
    if (this.over && !this.passedEnd) {
      this.passedEnd = true;
      give({ text: null });
    }
  }

  /** The program has read this many more characters of what was passed on. */
  took(chars: number): void {
    this.advance(this.done + chars);
  }

  /** Calls back with the whole input once it has ended. */
  whole(read: (text: string) => void): void {
    this.flows = true;
    this.keepsAll = true;
    this.advance(this.end);
    if (this.over) read(this.text);
    else this.onEnd = read;
  }

  /** Calls back with what has not been read in parts yet, as soon as there is some, or with '' at the end. */
  part(read: (text: string) => void): void {
    const text = this.since(Math.max(this.readUpTo, this.dropped));
    this.readUpTo = this.end;
    this.onPart = text === '' && !this.over ? read : undefined;
    if (!this.onPart) read(text);
    this.advance(this.readUpTo);
  }

  /** The last characters of a part have not been read. */
  putBack(chars: number): void {
    this.readUpTo = Math.max(this.readUpTo - chars, this.dropped, this.inherited);
  }

  /** The program has read this many more characters, and no more than those. */
  hasRead(chars: number): void {
    this.readUpTo = Math.min(this.readUpTo + chars, this.end);
    this.advance(this.readUpTo);
  }

  /** Lets a child read the input too, from where this program has read to. */
  bequeath(heir: InputReader): void {
    const from = Math.max(this.readUpTo, this.dropped, this.flows ? this.passed : 0);
    this.heirs.set(heir, from);
    const text = this.since(from);
    if (text) heir.write(text);
    if (this.over) heir.write(null);
  }

  heirTook(heir: InputReader, chars: number): void {
    const from = this.heirs.get(heir);
    if (from !== undefined) this.advance(from + chars);
  }

  /** `taken`: how many characters of it the heir has read. */
  disinherit(heir: InputReader, taken: number): void {
    const from = this.heirs.get(heir);
    if (from === undefined) return;
    this.heirs.delete(heir);
    if (taken === 0) return;
    this.inherited = Math.max(this.inherited, from + taken);
    this.readUpTo = Math.max(this.readUpTo, this.inherited);
    this.advance(this.inherited);
  }

  /** What came after a place. A slice copies all of a text that has grown, so what was just written is given as it is. */
  private since(place: number): string {
    const length = this.end - place;
    return length === this.last.length ? this.last : length > 0 ? this.text.slice(-length) : '';
  }

  private advance(place: number): void {
    this.done = Math.max(this.done, Math.min(place, this.end));
    const over = this.done - this.dropped - KEPT;
    if (over > KEPT && !this.keepsAll) {
      this.text = this.text.slice(over);
      this.dropped += over;
    }
    if (this.done - this.told < INPUT_STEP) return;
    this.told = this.done;
    this.onTaken(this.told);
  }
}
