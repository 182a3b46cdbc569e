/** The version of V8's format that Node 20 writes. */
export const WIRE_VERSION = 15;

/** V8's value tags: `SerializationTag` in its `value-serializer.cc`. */
export const VALUE_TAG = {
  version: 0xff,
  padding: 0,
  objectCount: '?'.charCodeAt(0),
  hole: '-'.charCodeAt(0),
  undefined: '_'.charCodeAt(0),
  null: '0'.charCodeAt(0),
  true: 'T'.charCodeAt(0),
  false: 'F'.charCodeAt(0),
  int32: 'I'.charCodeAt(0),
  uint32: 'U'.charCodeAt(0),
  double: 'N'.charCodeAt(0),
  bigint: 'Z'.charCodeAt(0),
  utf8: 'S'.charCodeAt(0),
  oneByte: '"'.charCodeAt(0),
  twoByte: 'c'.charCodeAt(0),
  reference: '^'.charCodeAt(0),
  object: 'o'.charCodeAt(0),
  objectEnd: '{'.charCodeAt(0),
  sparse: 'a'.charCodeAt(0),
  sparseEnd: '@'.charCodeAt(0),
  dense: 'A'.charCodeAt(0),
  denseEnd: '$'.charCodeAt(0),
  date: 'D'.charCodeAt(0),
  trueObject: 'y'.charCodeAt(0),
  falseObject: 'x'.charCodeAt(0),
  numberObject: 'n'.charCodeAt(0),
  bigintObject: 'z'.charCodeAt(0),
  stringObject: 's'.charCodeAt(0),
  regexp: 'R'.charCodeAt(0),
  map: ';'.charCodeAt(0),
  mapEnd: ':'.charCodeAt(0),
  set: "'".charCodeAt(0),
  setEnd: ','.charCodeAt(0),
  buffer: 'B'.charCodeAt(0),
  bufferTransfer: 't'.charCodeAt(0),
  view: 'V'.charCodeAt(0),
  host: '\\'.charCodeAt(0),
  error: 'r'.charCodeAt(0),
} as const;

export const ERROR_TAG = {
  message: 'm'.charCodeAt(0),
  cause: 'c'.charCodeAt(0),
  stack: 's'.charCodeAt(0),
  end: '.'.charCodeAt(0),
} as const;

/** Errors of these kinds are tagged; others become plain errors. */
export const ERROR_KINDS: readonly [tag: number, kind: string][] = [
  ['E', 'EvalError'],
  ['R', 'RangeError'],
  ['F', 'ReferenceError'],
  ['S', 'SyntaxError'],
  ['T', 'TypeError'],
  ['U', 'URIError'],
].map(([tag = '', kind = '']) => [tag.charCodeAt(0), kind]);

/** The kinds of views on buffers. */
export const VIEWS: readonly [tag: number, kind: string][] = [
  ['b', 'Int8Array'],
  ['B', 'Uint8Array'],
  ['C', 'Uint8ClampedArray'],
  ['w', 'Int16Array'],
  ['W', 'Uint16Array'],
  ['d', 'Int32Array'],
  ['D', 'Uint32Array'],
  ['f', 'Float32Array'],
  ['F', 'Float64Array'],
  ['q', 'BigInt64Array'],
  ['Q', 'BigUint64Array'],
  ['?', 'DataView'],
].map(([tag = '', kind = '']) => [tag.charCodeAt(0), kind]);

/** The flags of regular expressions, by their bits. */
export const FLAGS: readonly [flag: string, bit: number][] = [
  ['g', 1],
  ['i', 2],
  ['m', 4],
  ['y', 8],
  ['u', 16],
  ['s', 32],
  ['d', 128],
  ['v', 256],
];
