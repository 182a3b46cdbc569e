import * as nodeCrypto from 'node:crypto';
import { inspect } from 'node:util';
import { expect } from 'vitest';
import { EventLoop } from '../../../event-loop';
import { makeCrypto } from '..';

const loop = new EventLoop();

/** The sandbox's `node:crypto`. */
export const crypto = makeCrypto({ loop });

export type Call = readonly [method: string, ...args: unknown[]];

/** A chain of calls gives or throws the same in the sandbox as in the Node of this machine. */
export const same = (...calls: readonly Call[]): void => sameOf(crypto, nodeCrypto, ...calls);

export const sameOf = (ours: unknown, nodes: unknown, ...calls: readonly Call[]): void =>
  expect(outcome(ours, calls)).toEqual(outcome(nodes, calls));

function outcome(on: unknown, calls: readonly Call[]): unknown {
  try {
    return plain(calls.reduce((value, call) => perform(value, ...call), on));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { name: error.name, code: 'code' in error ? error.code : undefined, message: worded(error.message) };
  }
}

export function perform(on: unknown, method: string, ...args: unknown[]): unknown {
  const found: unknown = Reflect.get(Object(on), method);
  if (typeof found !== 'function') throw new Error(`no ${method}`);
  return Reflect.apply(found, on, args);
}

/** What a method of the sandbox's calls back. */
export const called = (method: string, ...args: unknown[]): Promise<unknown> =>
  new Promise((resolve, reject) => {
    perform(crypto, method, ...args, (error: unknown, value: unknown) => (error ? reject(error) : resolve(value)));
  });

export const plain = (value: unknown): unknown =>
  ArrayBuffer.isView(value) ? [...new Uint8Array(value.buffer, value.byteOffset, value.byteLength)] : value;

/** Without what only one of them has to say: OpenSSL's words, objects of keys, what was received. */
const worded = (message: string): string =>
  message
    .replace('TypedArray, DataView, KeyObject, or CryptoKey', 'TypedArray, or DataView')
    .replace(/: error:.*/, '')
    .replace(/(?<="buf[12]" .*\.) Received.*/, '')
    .replaceAll(/(?<=\d)_/g, '');

/** The same bytes by each name that a program may have for them. */
export const views = (...values: number[]): unknown[] => {
  const { buffer } = Uint8Array.from([0, ...values, 0, 0, 0, 0]);
  return [
    new Uint8Array(buffer, 1, values.length),
    new DataView(buffer, 1, values.length),
    globalThis.Buffer.from(buffer, 1, values.length),
  ];
};

/** Values that are neither text nor bytes. */
export const STRANGE: readonly unknown[] = [
  undefined,
  null,
  1,
  1n,
  true,
  Symbol('x'),
  {},
  [1],
  Object.create(null),
  new Date(0),
  () => 1,
  function named() {},
  new String('a'),
];

/** Each row with what a test of it is called. */
export const titled = <T>(rows: readonly T[]) =>
  rows.map((row) => [inspect(row, { breakLength: Infinity }), row] as const);
