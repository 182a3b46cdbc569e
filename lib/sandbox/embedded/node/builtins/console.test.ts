import { Console } from 'node:console';
import { Writable } from 'node:stream';
import { format } from 'node:util';
import { describe, expect, it } from 'vitest';
import { titled } from './crypto/testing/beside-node';
import { logText } from './console';
import { tableText } from './console-table';

class Point {
  z = 3;
  constructor(
    readonly x: number,
    readonly y: number,
  ) {}
}

const circular: Record<string, unknown> = { name: 'loop' };
circular.self = circular;

const failure = Object.assign(new TypeError('bad'), { stack: 'TypeError: bad\n    at here', code: 'E_BAD' });

const LOGGED: readonly (readonly unknown[])[] = [
  [{ a: 1, b: { c: { d: { e: 1 } } } }],
  [Array.from({ length: 120 }, (_, at) => at)],
  [
    new Map<unknown, unknown>([
      ['a', 1],
      ['b', { c: 2 }],
    ]),
    new Set([1, 'two', [3]]),
    new WeakMap(),
  ],
  [new Point(1, 2), Point, [new Point(0, 0)]],
  [() => undefined, Symbol('x'), { [Symbol('k')]: 1 }],
  ['%s is %d years and %i, %f, %j %o %O %c styled %%', 'Bob', 42.5, 42.9, '3.14', { a: 1 }, [1], { b: {} }, 'css'],
  [-0, 1e21, 1n, Number.NaN, 'text', null, undefined],
  [["it's", 'say "hi"', 'new\nline'], { 'key-with-dash': 1, 3: 4 }],
  [new Date(0), /ab+c/gi],
  [failure, { failure }, [failure]],
  [circular],
  [Object.create(null), new String('abc'), [undefined, null]],
  [{ alpha: 'a'.repeat(24), beta: 'b'.repeat(27), gamma: 'c'.repeat(22) }],
  [new ArrayBuffer(4), new Uint8Array([1, 2, 3])],
];

/** Others print some things in another way. */
const isNode20 = /^20\.(?:19|[2-9]\d)\./.test(process.versions.node);

describe.runIf(isNode20)('what console.log prints', () => {
  it.each(titled(LOGGED))('%s', (_title, args) => expect(logText(args)).toBe(format(...args)));
});

const TABLES: readonly (readonly [object, string[]?])[] = [
  [
    [
      { a: 1, b: 'x' },
      { a: 2, c: true },
    ],
  ],
  [
    [
      [1, 2],
      [3, 4],
    ],
  ],
  [{ r1: { v: 1 }, r2: { v: 2 } }],
  [[1, 'two', { three: 3 }]],
  [[{ a: 1, b: 2 }], ['b']],
  [new Map([['k', 1]])],
  [new Set(['x', 'y'])],
  [[{ deep: { a: 1, b: 2, c: 3 } }]],
];

describe.runIf(isNode20)('what console.table prints', () => {
  it.each(titled(TABLES))('%s', (_title, [data, columns]) => {
    let native = '';
    const sink = new Writable({
      write(part: unknown, _encoding, done) {
        native += String(part);
        done();
      },
    });
    new Console(sink).table(data, columns);
    expect(`${tableText(data, columns)}\n`).toBe(native);
  });
});
