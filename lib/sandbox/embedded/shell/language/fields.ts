import { escapeRegExp, escapePattern } from './pattern';

/** What a word becomes: its text, and the same as a pattern in which what was quoted is escaped. */
export interface Field {
  text: string;
  pattern: string;
  /** For `=~`: what was quoted is escaped for a regular expression. */
  regex: string;
  /** For replacements: `&` and `\` of what was quoted are escaped. */
  replacement: string;
  globs: boolean;
}

/** Puts fields together from the parts of a word. */
export class FieldBuilder {
  readonly fields: Field[] = [];
  private current: Field | undefined;

  /** `separators`: the value of IFS where unquoted expansions are split, undefined where they are not. */
  constructor(
    private readonly separators: string | undefined,
    private readonly extglob: boolean,
  ) {}

  private get open(): Field {
    this.current ??= { text: '', pattern: '', regex: '', replacement: '', globs: false };
    return this.current;
  }

  /** Even an empty field is one now. */
  mark(): void {
    void this.open;
  }

  /** Text that stands for itself. `raw`: as it was written, for regular expressions. */
  literal(text: string, raw?: string): void {
    const field = this.open;
    field.text += text;
    field.pattern += escapePattern(text);
    field.regex += raw ?? escapeRegExp(text);
    field.replacement += raw === undefined ? text.replaceAll(/[\\&]/g, String.raw`\$&`) : raw;
  }

  /** Special characters of a pattern. */
  glob(text: string): void {
    const field = this.open;
    field.text += text;
    field.pattern += text;
    field.regex += text;
    field.replacement += text;
    field.globs = true;
  }

  /** The value of an expansion that was not quoted: split, and a pattern. */
  expansion(value: string): void {
    if (value === '') return;
    if (this.separators === undefined) {
      this.raw(value);
      return;
    }
    const separators = this.separators;
    if (separators === '') return this.raw(value);
    const blank = Array.from(separators)
      .filter((char) => ' \t\n'.includes(char))
      .join('');
    let at = 0;
    let pending = '';
    const flush = () => {
      if (pending !== '') this.raw(pending);
      pending = '';
    };
    const skipBlanks = () => {
      while (at < value.length && blank.includes(value.charAt(at))) at += 1;
    };
    if (blank.includes(value.charAt(0))) {
      skipBlanks();
      this.end();
    }
    while (at < value.length) {
      const char = value.charAt(at);
      if (!separators.includes(char)) {
        pending += char;
        at += 1;
        continue;
      }
      flush();
      const wasBlank = blank.includes(char);
      skipBlanks();
      if (
        !wasBlank ||
        (at < value.length && separators.includes(value.charAt(at)) && !blank.includes(value.charAt(at)))
      ) {
        this.mark();
        at += 1;
        skipBlanks();
      }
      this.end();
    }
    flush();
  }

  private raw(value: string): void {
    const field = this.open;
    field.text += value;
    field.pattern += value;
    field.regex += value;
    field.replacement += value.replaceAll('\\', '\\\\').replaceAll('&', '&');
    if (/[*?[]/.test(value) || (this.extglob && /[+@!]\(/.test(value))) field.globs = true;
  }

  /** Ends the field that is being put together, if any. */
  end(): void {
    if (this.current) this.fields.push(this.current);
    this.current = undefined;
  }

  finish(): Field[] {
    this.end();
    return this.fields;
  }
}
