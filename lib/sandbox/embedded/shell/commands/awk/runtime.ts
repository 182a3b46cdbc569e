import { breathe } from '../../io/breathe';
import { clockAt, strftime } from '../../builtins/strftime';
import { CommandFailure, type CommandContext } from '../context';
import { CurrentRecord, fieldIndex, separatorOf, splitText } from './record';
import { byteRegExp } from './regexp';
import { Globals } from './globals';
import { MainInput } from './main-input';
import { Random } from './random';
import { ByteWriter, Streams } from './streams';
import { substituteMatches } from './substitute';
import { Table } from './table';
import {
  compare,
  FormatError,
  formatted,
  fromOutside,
  isTrue,
  numberText,
  toNumber,
  toText,
  type Value,
} from './value';

/** Thrown by `exit`. */
export class AwkExit extends Error {}

const FUEL = 20_000;

/** The environment of a compiled program. */
export class Runtime {
  readonly Table = Table;
  readonly NEXT = new Error('next');
  readonly record: CurrentRecord;
  readonly globals: Globals;
  readonly out: ByteWriter;
  readonly streams: Streams;
  readonly random = new Random();
  readonly input: MainInput;
  readonly matches = (text: string, regexp: RegExp): boolean => {
    regexp.lastIndex = 0;
    return regexp.test(text);
  };
  readonly regexp = byteRegExp;
  readonly substitute = substituteMatches;
  readonly number = toNumber;
  readonly truth = isTrue;
  fuel = FUEL;
  status = 0;

  constructor(private readonly context: CommandContext) {
    const setting = (name: 'FS' | 'OFS' | 'CONVFMT') => this.text(this.globals[`$${name}`]);
    this.record = new CurrentRecord(() => ({
      FS: setting('FS'),
      OFS: setting('OFS'),
      CONVFMT: setting('CONVFMT'),
    }));
    this.globals = new Globals(this.record);
    this.out = new ByteWriter(context.out);
    this.streams = new Streams(context, this.out, new ByteWriter(context.err));
    this.input = new MainInput(context, this.globals);
    for (const [name, value] of Object.entries(context.env)) this.globals.$ENVIRON.put(name, fromOutside(value));
  }

  text(value: Value | Table): string {
    if (typeof value === 'string') return value;
    const { $CONVFMT } = this.globals;
    return value instanceof Table ? '' : toText(value, typeof $CONVFMT === 'string' ? $CONVFMT : '%.6g');
  }

  compare(left: Value, right: Value): number {
    return compare(left, right, this.text(this.globals.$CONVFMT));
  }

  field(index: number): Value {
    const at = this.index(index);
    return at === 0 ? this.record.get() : this.record.field(at);
  }

  setField<T extends Value>(index: number, value: T): T {
    const at = this.index(index);
    if (at === 0) this.record.set(typeof value === 'string' ? fromOutside(value) : value);
    else this.record.setField(at, value);
    return value;
  }

  /** The line that `print` writes for some values. */
  line(values: readonly Value[]): string {
    const { $OFS, $ORS, $OFMT } = this.globals;
    const format = this.text($OFMT);
    const shown = values.map((value) =>
      typeof value === 'number' ? numberText(value, format) : toText(value, format),
    );
    return shown.join(this.text($OFS)) + this.text($ORS);
  }

  format(format: string, values: readonly Value[]): string {
    try {
      return formatted(format, values, this.text(this.globals.$CONVFMT));
    } catch (error) {
      if (error instanceof FormatError) throw this.fault(error.message.replace('sprintf(', 'printf('));
      throw error;
    }
  }

  substr(text: string, from: number, length = Infinity): string {
    const start = Math.trunc(from);
    // As in mawk 1.3.4, a start before the first character does not shorten the result.
    const size = Math.trunc(length) + (start < 0 ? -start : 0);
    const first = Math.max(0, start - 1);
    return size > 0 ? text.slice(first, first + size) : '';
  }

  split(text: string, into: Table, by: string | RegExp): number {
    const parts = splitText(text, typeof by === 'string' ? separatorOf(by) : by);
    into.clear();
    for (const [at, part] of parts.entries()) into.put(String(at + 1), fromOutside(part));
    return parts.length;
  }

  match(text: string, regexp: RegExp): number {
    regexp.lastIndex = 0;
    const found = regexp.exec(text);
    const at = found ? found.index + 1 : 0;
    this.globals.$RSTART = at;
    this.globals.$RLENGTH = found ? found[0].length : -1;
    return at;
  }

  tolower = (text: string): string => text.replaceAll(/[A-Z]+/g, (part) => part.toLowerCase());
  toupper = (text: string): string => text.replaceAll(/[a-z]+/g, (part) => part.toUpperCase());

  strftime(format: string, seconds = Math.floor(Date.now() / 1000)): string {
    return strftime(format, seconds * 1000, this.context.env.TZ ?? '');
  }

  /** The time of `YYYY MM DD HH MM SS` in seconds since 1970, or -1 if the text is invalid. */
  mktime(text: string): number {
    const [year = NaN, month = NaN, day = NaN, hour = NaN, minute = NaN, second = NaN] = text
      .trim()
      .split(/\s+/)
      .map(Number);
    const utc = Date.UTC(year, month - 1, day, hour, minute, second);
    if (Number.isNaN(utc)) return -1;
    return utc / 1000 - clockAt(utc, this.context.env.TZ ?? '').offset * 60;
  }

  system(line: string): Promise<number> {
    return this.streams.system(line);
  }

  close(name: string): Promise<number> {
    return this.streams.close(name);
  }

  async flush(): Promise<number> {
    await this.streams.flush();
    return 0;
  }

  /** `getline` from the main input: 1, 0 at the end, or -1 if a file cannot be read. */
  async getline(into?: (value: Value) => Promise<void>): Promise<number> {
    const text = await this.input.next();
    if (text === undefined) return 0;
    if (into) await into(fromOutside(text));
    else this.record.set(fromOutside(text));
    return 1;
  }

  async getlineFrom(from: 'file' | 'command', name: string, into?: (value: Value) => Promise<void>): Promise<number> {
    const records = await this.streams.reader(from, name);
    if (!records) return -1;
    const text = await records.next(this.text(this.globals.$RS));
    if (text === undefined) return 0;
    if (into) await into(fromOutside(text));
    else this.record.set(fromOutside(text));
    return 1;
  }

  skipFile(): void {
    this.input.skipFile();
  }

  exit(status = this.status): never {
    this.status = Math.trunc(status) & 255;
    throw new AwkExit();
  }

  async breathe(): Promise<void> {
    this.fuel = FUEL;
    this.context.task.check();
    const pause = breathe();
    if (pause) await this.context.task.wait(pause);
  }

  fault(message: string): CommandFailure {
    const { $FILENAME, $FNR, $NR } = this.globals;
    const at = `FILENAME="${this.text($FILENAME)}" FNR=${this.text($FNR)} NR=${this.text($NR)}`;
    return new CommandFailure(`run time error: ${message}\n\t${at}`, 2);
  }

  private index(value: number): number {
    try {
      return fieldIndex(value);
    } catch (error) {
      throw this.fault(Object(error).message);
    }
  }
}
