import type { CommandContext } from '../context';
import type { Globals } from './globals';
import { Records } from './records';
import { opening } from './streams';
import { unescapeString } from './tokens';
import { toNumber, toText, type Value } from './value';

const ASSIGNMENT = /^([A-Za-z_]\w*)=([^]*)$/;

/** The records of the files that ARGV names, or of standard input if it names none. */
export class MainInput {
  private current: Records | undefined;
  private at = 1;
  private opened = false;

  constructor(
    private readonly context: CommandContext,
    private readonly globals: Globals,
  ) {}

  /** Reads and counts the next record. Undefined at the end. Throws `CommandFailure` for a file that cannot be opened. */
  async next(): Promise<string | undefined> {
    for (;;) {
      this.current ??= this.open();
      if (!this.current) return undefined;
      const separator = toText(this.globals.$RS, '%.6g');
      const record = this.current.ready(separator) ?? (await this.current.next(separator));
      if (record !== undefined) {
        this.globals.$NR = toNumber(this.globals.$NR) + 1;
        this.globals.$FNR = toNumber(this.globals.$FNR) + 1;
        return record;
      }
      this.current = undefined;
    }
  }

  skipFile(): void {
    this.current = undefined;
  }

  private open(): Records | undefined {
    const count = toNumber(this.globals.$ARGC);
    for (; this.at < count; this.at += 1) {
      const key = String(this.at);
      const name = this.globals.$ARGV.has(key) ? toText(this.globals.$ARGV.get(key), '%.6g') : '';
      if (name === '') continue;
      const [, variable, value = ''] = ASSIGNMENT.exec(name) ?? [];
      if (variable !== undefined) {
        this.globals.assign(variable, unescapeString(value));
        continue;
      }
      this.at += 1;
      return this.start(name);
    }
    return this.opened ? undefined : this.start('-');
  }

  private start(name: string): Records {
    this.opened = true;
    const shown: Value = name === '-' ? '' : name;
    this.globals.$FILENAME = shown;
    this.globals.$FNR = 0;
    try {
      return new Records(this.context.open(name === '/dev/stdin' ? '-' : name));
    } catch (error) {
      throw opening(error, name);
    }
  }
}
