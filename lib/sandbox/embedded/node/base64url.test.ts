import { Buffer } from 'buffer';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { addBase64url } from './base64url';

// The package that the sandbox's programs get, in place of Node's own.
vi.mock('node:buffer', () => import('buffer/'));
const NodeBuffer = globalThis.Buffer;

addBase64url();

it('is not for the Buffer of the machine', () => {
  expect(Buffer).not.toBe(NodeBuffer);
});

it.each(['base64url', 'BASE64URL', 'base64', 'hex', 'utf8', 'none'])('knows %s as Node does', (name) => {
  expect(Buffer.isEncoding(name)).toBe(NodeBuffer.isEncoding(name));
});

it('writes and reads any bytes as Node does', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      const text = NodeBuffer.from(bytes).toString('base64url');
      expect(Buffer.from(bytes).toString('base64url')).toBe(text);
      expect([...Buffer.from(text, 'base64url')]).toEqual([...bytes]);
      expect(Buffer.byteLength(text, 'base64url')).toBe(bytes.length);
      const into = Buffer.alloc(bytes.length + 2);
      expect([into.write(text, 'base64url'), into.write(text, 1, 'base64url')]).toEqual([bytes.length, bytes.length]);
      expect([...into.subarray(1, -1)]).toEqual([...bytes]);
    }),
  );
});

it.each([
  ['a part', Buffer.from('hello?>').toString('base64url', 4), 'bz8-'],
  ['base64', Buffer.from('??>').toString('base64'), 'Pz8+'],
  ['a text that is called so', Buffer.from('base64url').toString(), 'base64url'],
  ['no encoding', Buffer.from('é').toString(), 'é'],
])('leaves alone what is not asked: %s', (_what, text, expected) => {
  expect(text).toBe(expected);
});
