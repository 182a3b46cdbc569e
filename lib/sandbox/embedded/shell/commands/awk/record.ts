import { byteRegExp } from './regexp';
import { fromOutside, toText, type Value } from './value';

/** How text is split: at whitespace, into characters, or at matches. */
type Separator = ' ' | '' | RegExp;

/** A separator with awk's meaning: one character stands for itself, several are a regular expression. */
export function separatorOf(text: string): Separator {
  if (text === ' ' || text === '') return text;
  if (text.length > 1) return byteRegExp(text);
  return byteRegExp(text === '\\' ? '\\\\' : /[\w\s]/.test(text) ? text : `[${text}]`.replace('[^]', '\\^'));
}

export function splitText(text: string, separator: Separator): string[] {
  if (text === '') return [];
  if (separator === '' || (separator instanceof RegExp && separator.source === '(?:)')) return text.split('');
  if (separator === ' ') {
    const trimmed = text.replace(/^[ \t\n]+/, '').replace(/[ \t\n]+$/, '');
    return trimmed === '' ? [] : trimmed.split(/[ \t\n]+/);
  }
  const parts: string[] = [];
  let from = 0;
  for (const found of text.matchAll(separator)) {
    // An empty match separates nothing.
    if (found[0] === '') continue;
    parts.push(text.slice(from, found.index));
    from = found.index + found[0].length;
  }
  parts.push(text.slice(from));
  return parts;
}

/** The record and its fields, each derived from the other on demand. */
export class CurrentRecord {
  private whole: Value = undefined;
  /** Starts at index 1; undefined until needed. */
  private fields: Value[] | undefined = [undefined];
  /** Whether a field has changed since the record was built. */
  private stale = false;

  /** `settings` returns the current FS, OFS and CONVFMT. */
  constructor(private readonly settings: () => { FS: string; OFS: string; CONVFMT: string }) {}

  set(value: Value): void {
    this.whole = value;
    this.fields = undefined;
    this.stale = false;
  }

  get(): Value {
    if (this.stale) {
      const { OFS, CONVFMT } = this.settings();
      this.whole = fromOutside(
        this.split()
          .slice(1)
          .map((field) => toText(field, CONVFMT))
          .join(OFS),
      );
      this.stale = false;
    }
    return this.whole;
  }

  get count(): number {
    return this.split().length - 1;
  }

  set count(count: number) {
    const fields = this.split();
    const before = fields.length;
    fields.length = Math.max(0, Math.trunc(count)) + 1;
    if (fields.length > before) fields.fill('', before);
    this.stale = true;
  }

  /** A field; mawk takes one that the record does not have for an empty text, which is not 0. */
  field(index: number): Value {
    return this.split()[index] ?? '';
  }

  setField(index: number, value: Value): void {
    const fields = this.split();
    if (index >= fields.length) this.count = index;
    fields[index] = value;
    this.stale = true;
  }

  /** The fields. To be called before FS changes, which is for the records after this one. */
  split(): Value[] {
    if (this.fields) return this.fields;
    const { FS, CONVFMT } = this.settings();
    const text = toText(this.whole, CONVFMT);
    this.fields = [undefined, ...splitText(text, separatorOf(FS)).map(fromOutside)];
    return this.fields;
  }
}

/** Converts a value to a field index. Throws if it is negative. */
export function fieldIndex(value: number): number {
  const index = Math.trunc(value);
  if (index < 0) throw new RangeError(`negative field index $${index}`);
  return index;
}
