import * as nodeCrypto from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { called, crypto, plain, same, STRANGE, titled, views, type Call } from './testing/beside-node';

const secrets = [...STRANGE, '', 'é', ...views(1, 2), new ArrayBuffer(2), new SharedArrayBuffer(2)];
const numbers = [...STRANGE, -1, 1.5, NaN, 2 ** 31, '1', 40];
const fast = { N: 16, r: 1, p: 1 };

it.each(
  titled([
    ...secrets.flatMap((secret) => [
      [secret, 's', 1, 20, 'sha1'],
      ['p', secret, 1, 20, 'sha1'],
    ]),
    ...numbers.flatMap((number) => [
      ['p', 's', number, 20, 'sha1'],
      ['p', 's', 1, number, 'sha1'],
    ]),
    ...[...STRANGE, 'none', 'SHA-256', 'md5', 'sha512'].map((digest) => ['p', 's', 3, 70, digest]),
    ['p', 's', 0, 20, 'sha1'],
    ['p', 's', 0, -1, 'none'],
  ]),
)('PBKDF2 of %s', (_title, args) => same(['pbkdf2Sync', ...args]));

it.each(
  titled([
    ...secrets.flatMap((secret) => [
      [secret, 's', 20, fast],
      ['p', secret, 20, fast],
    ]),
    ...numbers.map((length) => ['p', 's', length, fast]),
    ...['N', 'r', 'p', 'maxmem'].flatMap((name) =>
      [...STRANGE, 0, 1, 2, 3, -1, 16.5, '16', 4000].map((value) => ['p', 's', 9, { ...fast, [name]: value }]),
    ),
    ['p', 's', 9, { cost: 32, blockSize: 2, parallelization: 2 }],
    ['p', 's', 9, { ...fast, maxmem: 2431 }],
    ['p', 's', 9, { ...fast, maxmem: 2432 }],
    ['p', 's', 9, { N: 2 ** 15 }],
    ['p', 's', 0, fast],
    ['p', 's', 9, null],
    ['p', 's', 9],
    ['p', 's', -1, { N: 'a' }],
  ]),
)('scrypt of %s', (_title, args) => same(['scryptSync', ...args]));

it.each(
  titled([
    ...secrets.flatMap((secret) => [
      ['sha256', secret, 's', 'i', 20],
      ['sha256', 'k', secret, 'i', 20],
      ['sha256', 'k', 's', secret, 20],
    ]),
    ...[...numbers, 0, 8160, 8161].map((length) => ['sha256', 'k', 's', 'i', length]),
    ...[...STRANGE, 'none', 'SHA-256', 'md5'].map((digest) => [digest, 'k', 's', 'i', 20]),
    ['sha256', 'k', 's', 'i'.repeat(1025), 20],
  ]),
)('HKDF of %s', (_title, args) => same(['hkdfSync', ...args]));

it('are the same as in Node for any secrets', () => {
  const bytes = fc.uint8Array({ maxLength: 150 });
  fc.assert(
    fc.property(bytes, bytes, fc.integer({ min: 1, max: 150 }), (password, salt, length) => {
      same(['pbkdf2Sync', password, salt, 2, length, 'sha256']);
      same(['scryptSync', password, salt, length, fast]);
    }),
    { numRuns: 50 },
  );
});

// Versions of Node differ in these.
it('take no option by both of its names, and give a key of no length', () => {
  expect(() => crypto.scryptSync('p', 's', 9, { ...fast, cost: 16 })).toThrow(
    expect.objectContaining({ code: 'ERR_CRYPTO_SCRYPT_INVALID_PARAMETER' }),
  );
  expect(crypto.pbkdf2Sync('p', 's', 1, 0, 'sha1')).toHaveLength(0);
});

it('call back', async () => {
  const { pbkdf2Sync, scryptSync } = nodeCrypto;
  expect(plain(await called('pbkdf2', 'p', 's', 2, 20, 'sha1'))).toEqual(plain(pbkdf2Sync('p', 's', 2, 20, 'sha1')));
  expect(plain(await called('scrypt', 'p', 's', 20, fast))).toEqual(plain(scryptSync('p', 's', 20, fast)));
});

it.each(
  titled<Call>([
    ['pbkdf2', 'p', 's', 1, 20, 'sha1', undefined],
    ['pbkdf2', 'p', 's', 1, 20, 'none', () => {}],
    ['scrypt', 'p', 's', 1, fast],
    ['scrypt', 'p', 's', 1, { N: 3 }, () => {}],
  ]),
)('%s throws at once', (_title, call) => same(call));
