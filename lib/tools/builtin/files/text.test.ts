import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numRuns, patience } from '../../testing/cases';
import { fileDiff } from './file-diff';
import { toLf } from './line-endings';
import { replaceText } from './replace-text';
import { decodeText, encodeText } from '../../files';

const runs = { numRuns: numRuns(500), seed: 2 };

describe('encodings', () => {
  it('give back every byte they took', patience, () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array(),
          fc.string({ unit: 'binary' }).map((text) => new TextEncoder().encode(text)),
        ),
        (bytes) => {
          const decoded = decodeText(bytes);
          if (decoded) expect([...encodeText(decoded.text, decoded.form)]).toEqual([...bytes]);
        },
      ),
      runs,
    );
  });

  it('take UTF-8 where Latin-1 has no letter', () => {
    expect([...encodeText('€', { encoding: 'latin1', bom: false })]).toEqual([0xe2, 0x82, 0xac]);
  });
});

const mixed = fc.array(fc.constantFrom('a', 'b', '\n', '\r\n', '👍')).map((pieces) => pieces.join(''));

describe('line ends', () => {
  it('lead back to where a place was', patience, () => {
    fc.assert(
      fc.property(mixed, fc.nat(), (original, seed) => {
        const { text, toOriginal } = toLf(original);
        const offset = seed % (text.length + 1);
        expect(toLf(original.slice(0, toOriginal(offset))).text).toBe(text.slice(0, offset));
        expect(toOriginal(text.length)).toBe(original.length);
      }),
      runs,
    );
  });

  it('outside a replacement stay as they are', patience, () => {
    fc.assert(
      fc.property(mixed, mixed, (before, after) => {
        const original = `${before}OLD${after}`;
        const replaced = replaceText(original, { given: 'a', old: 'OLD', new: 'NEW', all: false });
        expect(replaced).toMatchObject({ ok: true, value: { text: `${before}NEW${after}` } });
      }),
      runs,
    );
  });
});

describe('a diff', () => {
  it.each([
    ['of a new file', undefined, 'a\nb\n', { change: 'create', added: 2, removed: 0 }],
    ['of a deleted file', 'a\n', undefined, { change: 'delete', added: 0, removed: 1 }],
    ['of an emptied file', 'a\n', '', { change: 'modify', added: 0, removed: 1 }],
    ['of a lost final line end', 'a\n', 'a', { change: 'modify', added: 1, removed: 1 }],
    ['of lines that look like marks', '-- a\n', '++ a\n', { change: 'modify', added: 1, removed: 1 }],
  ])('%s counts its lines', async (_what, before, after, expected) => {
    expect(await fileDiff(undefined, { path: 'a', before, after })).toMatchObject(expected);
  });
});
