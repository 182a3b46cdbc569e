import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBench, type Bench } from '../../testing/bench';

describe('the rule suggested for a file', () => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await createBench();
    bench.mode = 'default';
    bench.answer = async ({ suggestedRule }) => ({ behavior: 'always', rule: suggestedRule });
  });
  afterEach(() => bench.sandbox.teardown());

  it.each([
    ['notes.md', 'other.md', 'src/a.ts'],
    ['src/a.ts', 'src/deep/b.ts', 'lib/a.ts'],
    ['app/[id]/(group)/a+b.ts', 'app/[id]/(group)/c.ts', 'app/i/(group)/c.ts'],
    ['a{b,c}/x!.ts', 'a{b,c}/y.ts', 'ab/y.ts'],
  ])('for %s covers %s too', async (first, second, other) => {
    await bench.call('Write', { file_path: first, content: 'x' });
    await bench.call('Write', { file_path: second, content: 'x' });
    expect(bench.asked).toHaveLength(1);
    await bench.call('Write', { file_path: other, content: 'x' });
    // A file at the top has the whole project for its folder.
    expect(bench.asked).toHaveLength(first.includes('/') ? 2 : 1);
  });
});
