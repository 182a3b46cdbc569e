import { bench, describe } from 'vitest';
import { fileDiff } from './file-diff';
import { replaceText } from './replace-text';

const LINES = 100_000;
/** 5 MB of lines that are all different. */
const before = Array.from({ length: LINES }, (_, at) => `${String(at).padStart(8, '0')} ${'x'.repeat(43)}\n`).join('');
const old = `${String(LINES / 2).padStart(8, '0')} `;

function edited(): string {
  const replaced = replaceText(before, { given: 'large.txt', old, new: 'changed ', all: false });
  return replaced.ok ? replaced.value.text : before;
}

describe('a file of 5 MB', () => {
  bench('edit of one line in 5 MB', () => void edited());
  const after = edited();
  bench('diff of one line in 5 MB', async () => void (await fileDiff(undefined, { path: 'large.txt', before, after })));
});
