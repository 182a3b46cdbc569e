import { EdFailure } from './ed-failure';

/** A line is an object, so that marks and `g` follow it when others come or go. */
export interface TextLine {
  text: string;
}

interface State {
  readonly lines: readonly TextLine[];
  readonly texts: readonly string[];
  readonly current: number;
}

/** The text that `ed` edits; lines count from 1. */
export class Buffer {
  lines: TextLine[] = [];
  current = 0;
  modified = false;
  cut: readonly string[] = [];
  readonly marks = new Map<string, TextLine>();
  private before: State | undefined;

  get last(): number {
    return this.lines.length;
  }

  textAt(place: number): string {
    return this.lines[place - 1]?.text ?? '';
  }

  texts(from: number, to: number): string[] {
    return this.lines.slice(from - 1, to).map(({ text }) => text);
  }

  /** Puts lines after a place; the last of them becomes the current one. */
  insert(after: number, texts: readonly string[]): void {
    this.lines.splice(after, 0, ...texts.map((text) => ({ text })));
    this.current = after + texts.length;
    this.modified ||= texts.length > 0;
  }

  remove(from: number, to: number): void {
    this.cut = this.texts(from, to);
    this.lines.splice(from - 1, to - from + 1);
    this.current = Math.min(from, this.last);
    this.modified = true;
  }

  move(from: number, to: number, after: number): void {
    if (after >= from && after < to) throw new EdFailure('Invalid destination');
    const moved = this.lines.splice(from - 1, to - from + 1);
    const place = after >= to ? after - moved.length : after;
    this.lines.splice(place, 0, ...moved);
    this.current = place + moved.length;
    this.modified = true;
  }

  marked(letter: string): number {
    const line = this.marks.get(letter);
    const place = line ? this.lines.indexOf(line) + 1 : 0;
    if (place === 0) throw new EdFailure('Invalid address');
    return place;
  }

  /** What `u` would go back to, if what follows changes something. */
  state(): State {
    return { lines: [...this.lines], texts: this.texts(1, this.last), current: this.current };
  }

  /** Keeps a state for `u`, if the text has changed since. */
  keep(state: State): void {
    const { lines, texts } = state;
    if (lines.length !== this.last || this.lines.some((line, at) => line !== lines[at] || line.text !== texts[at]))
      this.before = state;
  }

  undo(): void {
    const { before } = this;
    if (!before) throw new EdFailure('Nothing to undo');
    this.before = this.state();
    this.lines = [...before.lines];
    for (const [at, line] of this.lines.entries()) line.text = before.texts[at] ?? '';
    this.current = before.current;
    this.modified = true;
  }
}
