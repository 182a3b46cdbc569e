import { CommandFailure } from '../context';
import type { CurrentRecord } from './record';
import { Table } from './table';
import { fromOutside, toNumber, type Value } from './value';

/** The global variables of a program. Their names start with `$` here. */
export class Globals {
  [name: `$${string}`]: Value | Table;
  $OFS: Value = ' ';
  $ORS: Value = '\n';
  $RS: Value = '\n';
  $NR: Value = 0;
  $FNR: Value = 0;
  $FILENAME: Value = '';
  $SUBSEP: Value = '\x1c';
  $CONVFMT: Value = '%.6g';
  $OFMT: Value = '%.6g';
  $RSTART: Value = 0;
  $RLENGTH: Value = -1;
  $ARGC: Value = 0;
  readonly $ARGV = new Table();
  readonly $ENVIRON = new Table();

  readonly #record: CurrentRecord;
  #separator: Value = ' ';

  constructor(record: CurrentRecord) {
    this.#record = record;
  }

  get $FS(): Value {
    return this.#separator;
  }

  set $FS(value: Value) {
    this.#record.split();
    this.#separator = value;
  }

  get $NF(): Value {
    return this.#record.count;
  }

  set $NF(value: Value) {
    this.#record.count = toNumber(value);
  }

  declareArray(name: string): void {
    this[`$${name}`] ??= new Table();
  }

  /** Assigns a value from outside, with its escapes resolved. Throws `CommandFailure` for an array. */
  assign(name: string, text: string): void {
    if (this[`$${name}`] instanceof Table) throw new CommandFailure(`can't assign to ${name}; it is an array`, 2);
    this[`$${name}`] = fromOutside(text);
  }
}
