import { widthOf } from '../commands/text/wc';
import type { Terminal } from '../language/shell';

// oxlint-disable-next-line no-control-regex
const PART = /[^\x00-\x1f\x7f]+|[\s\S]/g;

/** What is typed while a command runs, a line at a time as a terminal gives it, for the command that reads next or the prompt. */
export class TypedAhead {
  /** What readers can have; null ends their input. */
  private readonly ready: (string | null)[] = [];
  private line = '';

  constructor(
    private readonly terminal: Terminal,
    private readonly write: (text: string) => void,
  ) {}

  type(text: string): void {
    if (this.terminal.raw) return void this.ready.push(text);
    for (const [part] of text.matchAll(PART)) this.typed(part === '\r' ? '\n' : part);
  }

  /** Takes what was typed together with the command: no terminal showed it. */
  typeUnseen(text: string): void {
    const { echo } = this.terminal;
    this.terminal.echo = false;
    this.type(text);
    this.terminal.echo = echo;
  }

  /** The next text for a reader; undefined if there is none. */
  take(): string | null | undefined {
    const { cbreak, raw } = this.terminal;
    if (this.ready.length > 0 || (!cbreak && !raw) || this.line === '') return this.ready.shift();
    const { line } = this;
    this.line = '';
    return line;
  }

  /** Takes everything, for the prompt. */
  rest(): string {
    const all = [...this.ready.splice(0), this.line].join('');
    this.line = '';
    return all;
  }

  private typed(part: string): void {
    if (this.terminal.cbreak) {
      this.ready.push(...Array.from(part));
      this.show(part === '\n' ? '\r\n' : part);
    } else if (part === '\n') {
      this.ready.push(`${this.line}\n`);
      this.line = '';
      this.show('\r\n');
    } else if (part === '\x04') {
      this.ready.push(this.line || null);
      this.line = '';
    } else if (part === '\x7f' || part === '\b') this.erase(Array.from(this.line).slice(0, -1).join(''));
    else if (part === '\x15') this.erase('');
    else {
      this.line += part;
      this.show(part);
    }
  }

  private erase(left: string): void {
    const columns = widthOf(this.line.slice(left.length));
    this.line = left;
    this.show('\b \b'.repeat(columns));
  }

  private show(text: string): void {
    if (this.terminal.echo) this.write(text);
  }
}
