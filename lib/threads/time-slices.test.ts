import { expect, it } from 'vitest';
import { inSlice } from './time-slices';

/** Takes at least so many milliseconds, and lets nobody else do anything. */
function work(ms: number): void {
  for (const until = performance.now() + ms; performance.now() < until;);
}

it('many that work at once let others have their turn between them', async () => {
  const order: string[] = [];
  const others = (async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      await new Promise((resolve) => setTimeout(resolve));
      order.push('other');
    }
  })();
  const workers = Array.from({ length: 4 }, async (_, n) => {
    await inSlice(() => work(25));
    order.push(`work ${n}`);
  });
  await Promise.all([...workers, others]);
  // Never two pieces of work in a row, as long as others have something to do.
  const line = order.join(' ');
  expect(line).not.toMatch(/work \d work \d.*other/);
});

it('nobody waits for more than a step of each of the others beyond a slice, however many steps those have', async () => {
  let steps = 0;
  const flood = async (who: string): Promise<void> => {
    while (steps < 1_000) {
      await inSlice(() => {
        work(5);
        steps += 1;
      }, who);
    }
  };
  const floods = Array.from({ length: 200 }, (_, n) => flood(n % 2 ? 'a' : 'b'));
  await new Promise((resolve) => setTimeout(resolve, 50));
  const waited: number[] = [];
  for (let turn = 0; turn < 20; turn += 1) {
    const before = steps;
    await inSlice(() => undefined, 'c');
    waited.push(steps - before);
  }
  steps = 1_000;
  await Promise.all(floods);
  // A slice has room for four steps.
  expect(Math.max(...waited)).toBeLessThanOrEqual(8);
});
