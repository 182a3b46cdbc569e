import { EdFailure } from './ed-failure';

/** A command line of `ed`, read from left to right. */
export class CommandText {
  private at = 0;

  constructor(private readonly text: string) {}

  get next(): string {
    return this.text.charAt(this.at);
  }

  get isOver(): boolean {
    return this.at >= this.text.length;
  }

  /** Takes what a sticky expression matches here. */
  take(expression: RegExp): string | undefined {
    expression.lastIndex = this.at;
    const found = expression.exec(this.text)?.[0];
    if (found !== undefined) this.at += found.length;
    return found;
  }

  skipBlanks(): void {
    this.take(/[ \t]*/y);
  }

  rest(): string {
    const rest = this.text.slice(this.at);
    this.at = this.text.length;
    return rest;
  }

  /** Takes the next character. */
  letter(): string {
    return this.take(/[^]/y) ?? '';
  }

  /** A regular expression up to its delimiter, which may be missing at the end of the line. */
  expression(delimiter: string): string {
    let text = '';
    while (!this.isOver && this.next !== delimiter) {
      const bracket = this.take(/\[\^?\]?(?:\[[:.=][^\]]*[:.=]\]|[^\]])*\]/y);
      if (bracket !== undefined) text += bracket;
      else if (this.next === '\\') {
        const pair = this.take(/\\[^]?/y) ?? '';
        if (pair === '\\') throw new EdFailure('Trailing backslash (\\)');
        text += pair === `\\${delimiter}` ? delimiter : pair;
      } else text += this.letter();
    }
    this.letter();
    return text;
  }
}
