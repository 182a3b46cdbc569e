import { bytesToLatin1 } from '../latin1';
import type { Input } from '../input';
import { byteRegExp } from './regexp';

/** Splits input into records by a separator that may change between them. */
export class Records {
  private text = '';
  private at = 0;
  private over = false;

  constructor(
    private readonly input: Input,
    readonly close: () => void = () => undefined,
  ) {}

  /** The next record; undefined at the end. */
  async next(separator: string): Promise<string | undefined> {
    return this.ready(separator) ?? this.read(separator);
  }

  /** The next record if it has been read completely; otherwise undefined. */
  ready(separator: string): string | undefined {
    if (separator !== '\n') return undefined;
    const end = this.text.indexOf('\n', this.at);
    if (end < 0) return undefined;
    const record = this.text.slice(this.at, end);
    this.at = end + 1;
    return record;
  }

  private async read(separator: string): Promise<string | undefined> {
    const blank = separator === '';
    for (;;) {
      if (blank) this.skipNewlines();
      const found = this.find(separator);
      // A match at the very end of a regular expression may extend into later input.
      if (found && (this.over || separator.length === 1 || found.end < this.text.length)) {
        const record = this.text.slice(this.at, found.start);
        this.at = found.end;
        return record;
      }
      if (this.over) return this.rest(blank);
      await this.fill();
    }
  }

  private find(separator: string): { start: number; end: number } | undefined {
    if (separator.length === 1) {
      const start = this.text.indexOf(separator, this.at);
      return start < 0 ? undefined : { start, end: start + 1 };
    }
    const regexp = separator === '' ? /\n\n+/g : byteRegExp(separator);
    regexp.lastIndex = this.at;
    const found = regexp.exec(this.text);
    return found && found[0] !== '' ? { start: found.index, end: found.index + found[0].length } : undefined;
  }

  private skipNewlines(): void {
    while (this.text[this.at] === '\n') this.at += 1;
  }

  private rest(blank: boolean): string | undefined {
    if (this.at >= this.text.length) return undefined;
    const record = this.text.slice(this.at);
    this.at = this.text.length;
    return blank ? record.replace(/\n+$/, '') : record;
  }

  private async fill(): Promise<void> {
    const bytes = await this.input.read();
    if (!bytes) this.over = true;
    else {
      this.text = this.text.slice(this.at) + bytesToLatin1(bytes);
      this.at = 0;
    }
  }
}
