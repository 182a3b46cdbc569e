import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { STRANGE, titled, views } from './testing/beside-node';
import { completeWebCrypto, digest, randomUUID } from './web-crypto';

const native = (algorithm: unknown, data: unknown): Promise<unknown> =>
  Promise.resolve(Reflect.apply(crypto.subtle.digest, crypto.subtle, [algorithm, data]));

/** The bytes of a digest, or the name of what it fails with. */
const outcome = (work: Promise<unknown>) =>
  work.then(
    (memory) => memory instanceof ArrayBuffer && [...new Uint8Array(memory)],
    (error: unknown) => (error instanceof Error || error instanceof DOMException ? error.name : error),
  );

const same = async (algorithm: unknown, data: unknown) =>
  expect(await outcome(digest(algorithm, data))).toEqual(await outcome(native(algorithm, data)));

describe('subtle.digest', () => {
  const names = ['SHA-1', 'sha-256', 'SHA-384', 'Sha-512', 'SHA256', 'MD5', 'SHA-224', 'none', ''];
  it.each(titled([...names, { name: 'SHA-256' }]))('by %s', (_title, name) => same(name, new Uint8Array([1])));

  it.each(titled([...STRANGE, 'text', ...views(1, 2), new ArrayBuffer(2), new Uint16Array([1])]))(
    'of %s',
    (_title, data) => same('SHA-256', data),
  );

  it('is the browser’s for any bytes', () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...names.slice(0, 4)),
        fc.uint8Array({ maxLength: 300 }),
        async (name, bytes) => {
          await same(name, bytes);
        },
      ),
    ));
});

it('makes another UUID of version 4 each time', () => {
  const made = Array.from({ length: 100 }, randomUUID);
  for (const uuid of made) expect(uuid).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(new Set(made).size).toBe(100);
});

it('adds what is not there, and leaves what is', () => {
  const { subtle } = crypto;
  vi.stubGlobal('crypto', { subtle, getRandomValues: crypto.getRandomValues.bind(crypto) });
  completeWebCrypto();
  expect([crypto.subtle, crypto.randomUUID]).toEqual([subtle, randomUUID]);
  vi.unstubAllGlobals();
});
