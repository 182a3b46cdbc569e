import { escapePattern, unquotedRegExp } from './pattern';
import { escapeRegExp } from '../../../regexp/classes';

/** One field of an expanded word: its text, and the text as a pattern in which quoted characters are escaped. */
export interface Field {
  text: string;
  pattern: string;
  /** For `=~`: quoted characters are escaped for a regular expression. */
  regex: string;
  /** For replacements: quoted `&` and `\` are escaped. */
  replacement: string;
  globs: boolean;
}

/** Builds fields from the parts of a word. */
export class FieldBuilder {
  readonly fields: Field[] = [];
  private current: Field | undefined;

  /** `separators`: the value of IFS if unquoted expansions are split, otherwise undefined. */
  constructor(
    private readonly separators: string | undefined,
    private readonly extglob: boolean,
  ) {}

  /** Whether unquoted expansions become several fields. */
  get splits(): boolean {
    return this.separators !== undefined;
  }

  private get open(): Field {
    this.current ??= { text: '', pattern: '', regex: '', replacement: '', globs: false };
    return this.current;
  }

  /** Opens a field, which then counts even if it stays empty. */
  mark(): void {
    void this.open;
  }

  /** Adds literal text. `raw`: the text as written, for regular expressions and replacements. */
  literal(text: string, raw?: string): void {
    const field = this.open;
    field.text += text;
    field.pattern += escapePattern(text);
    field.regex += raw === undefined ? escapeRegExp(text) : unquotedRegExp(raw);
    field.replacement += raw === undefined ? text.replaceAll(/[\\&]/g, String.raw`\$&`) : raw;
  }

  /** Adds special characters of a pattern. `regex`: as a regular expression has them. */
  glob(text: string, regex = text): void {
    const field = this.open;
    field.text += text;
    field.pattern += text;
    field.regex += regex;
    field.replacement += text;
    field.globs = true;
  }

  /** Adds the value of an unquoted expansion, which is split and may be a pattern. */
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

  /** Ends the current field, if any. */
  end(): void {
    if (this.current) this.fields.push(this.current);
    this.current = undefined;
  }

  finish(): Field[] {
    this.end();
    return this.fields;
  }
}
