import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import * as nodeCrypto from 'node:crypto';
import fc from 'fast-check';
import { Readable } from 'readable-stream';
import { describe, expect, it } from 'vitest';
import { crypto, perform, same, sameOf, STRANGE, titled, views } from './testing/beside-node';

const NAMES = `md5 sha1 sha224 sha256 sha384 sha512 sha512-224 sha512-256 sha3-224 sha3-256 sha3-384 sha3-512 blake2b512
  blake2s256 ripemd160`.split(/\s+/);
const ALSO = `MD5 Sha1 SHA-1 SHA256 SHA-256 sha-256 SHA2-256 sha-384 SHA-512/256 RSA-MD5 RSA-SHA1 RSA-SHA256 ssl3-md5
  RSA-SHA512/224 RSA-SHA3-256 rmd160 RIPEMD sha2-512/224 sha2-224 sha-512`.split(/\s+/);
const UNKNOWN = 'none md-5 sha_256 sha512/256 RSA-SHA-256 constructor __proto__'.split(' ');

describe('the name of an algorithm', () => {
  it.each(titled([...NAMES, ...ALSO, ...UNKNOWN, '', ' sha256', ...STRANGE]))('%s', (_title, name) => {
    same(['createHash', name], ['update', 'a'], ['digest', 'hex']);
    same(['createHmac', name, 'key'], ['update', 'a'], ['digest', 'hex']);
    same(['hash', name, 'a']);
  });

  it('is in the list', () => {
    expect(crypto.getHashes()).toEqual(NAMES);
    expect(nodeCrypto.getHashes()).toEqual(expect.arrayContaining(NAMES));
  });
});

const ENCODINGS = 'latin1 binary ascii ucs2 utf16le base64 base64url hex HEX'.split(' ');

describe('what goes in', () => {
  it.each(titled([...STRANGE, new ArrayBuffer(1), 'text', '', '\ud800', ...views(1, 2, 255), new Float64Array([1.5])]))(
    '%s',
    (_title, data) => {
      same(['createHash', 'md5'], ['update', data], ['digest', 'hex']);
      same(['createHmac', 'md5', 'key'], ['update', data], ['digest', 'hex']);
      same(['hash', 'md5', data]);
    },
  );

  it.each(titled([...ENCODINGS, 'utf8', 'UTF-8', 'none', 'buffer', null, 3]))('text as %s', (_title, encoding) => {
    for (const text of ['abcd', 'abc', 'é✓🎉', 'zz'])
      same(['createHash', 'sha1'], ['update', text, encoding], ['digest', 'hex']);
  });

  it.each(titled([...STRANGE, '', 'k'.repeat(200), ...views(1, 2), new ArrayBuffer(2), new SharedArrayBuffer(2)]))(
    'the key %s',
    (_title, key) => same(['createHmac', 'sha256', key], ['update', 'a'], ['digest', 'hex']),
  );
});

it.each(titled([...ENCODINGS, 'buffer', 'BUFFER', 'none', undefined]))('what comes out as %s', (_title, encoding) => {
  same(['createHash', 'sha1'], ['digest', encoding]);
  same(['createHmac', 'sha1', 'key'], ['digest', encoding]);
  same(['hash', 'sha1', 'a', encoding]);
});

/** Text or bytes in pieces, each with the encoding of text. */
const pieces = fc.array(
  fc.oneof(
    fc.tuple(fc.uint8Array({ maxLength: 300 })),
    fc.tuple(fc.string({ unit: 'binary' }), fc.constantFrom('utf8', 'latin1', 'utf16le', undefined)),
    fc
      .tuple(fc.uint8Array(), fc.constantFrom('hex', 'base64', 'base64url'))
      .map(([bytes, encoding]) => [globalThis.Buffer.from(bytes).toString(encoding), encoding] as const),
  ),
);
const algorithm = fc.constantFrom(...NAMES);
const output = fc.constantFrom('hex', 'base64', 'base64url', 'latin1', undefined);

it('is the same as in Node, in any pieces and encodings', () => {
  fc.assert(
    fc.property(algorithm, fc.uint8Array({ maxLength: 200 }), pieces, output, (name, key, parts, encoding) => {
      const calls = parts.map((part) => ['update', ...part] as const);
      same(['createHash', name], ...calls, ['digest', encoding]);
      same(['createHmac', name, key], ...calls, ['digest', encoding]);
    }),
  );
});

it('goes on by itself after a copy', () => {
  fc.assert(
    fc.property(algorithm, fc.uint8Array({ maxLength: 300 }), fc.string(), fc.string(), (name, first, one, other) => {
      const digest = (text: string) => nodeCrypto.createHash(name).update(first).update(text).digest('hex');
      const hash = crypto.createHash(name).update(first);
      const copy = hash.copy().update(other);
      expect([hash.update(one).digest('hex'), copy.digest('hex')]).toEqual([digest(one), digest(other)]);
    }),
  );
});

it.each([
  ['a hash is asked twice', 'createHash', ['digest', 'hex']],
  ['a hash goes on', 'createHash', ['update', 'a']],
  ['a hash goes on with what is no text', 'createHash', ['update', 1]],
  ['a hash is copied', 'createHash', ['copy']],
  ['an HMAC is asked twice', 'createHmac', ['digest', 'hex']],
  ['an HMAC is asked twice for bytes', 'createHmac', ['digest']],
  ['an HMAC goes on', 'createHmac', ['update', 'a']],
] as const)('%s after its digest', (_what, make, call) => {
  const [ours, nodes] = [crypto, nodeCrypto].map((on) => perform(on, make, 'sha1', 'key'));
  for (const digest of [ours, nodes]) perform(digest, 'digest');
  sameOf(ours, nodes, call);
});

describe('as a stream', () => {
  const parts = ['some ', 'text ', 'in parts'];
  const expected = nodeCrypto.createHash('sha256').update(parts.join('')).digest('hex');

  it('gives the digest at its end', async () => {
    expect(await text(Readable.from(parts).pipe(crypto.createHash('sha256')).setEncoding('hex'))).toBe(expected);
  });

  it('may be asked for it after its end', async () => {
    const hash = crypto.createHash('sha256');
    await pipeline(Readable.from(parts), hash);
    expect(hash.digest('hex')).toBe(expected);
  });

  it('gives what was asked for before its end', async () => {
    const hash = crypto.createHash('sha256').update(parts.join(''));
    expect(hash.digest('hex')).toBe(expected);
    hash.end();
    expect(await text(hash.setEncoding('hex'))).toBe(expected);
  });
});
