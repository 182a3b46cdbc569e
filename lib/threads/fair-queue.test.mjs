import { expect, it } from 'vitest';
import { createFairScheduler } from './fair-queue.mjs';

/** Blocks the event loop for at least `ms` milliseconds. @param {number} ms */
function work(ms) {
  for (const until = performance.now() + ms; performance.now() < until;);
}

it('what follows from one task is done before the next, in order', async () => {
  const schedule = createFairScheduler();
  /** @type {string[]} */
  const done = [];
  await Promise.all(
    ['a', 'b', 'c'].map(async (name) => {
      await new Promise((resolve) => schedule(() => resolve(undefined)));
      done.push(`${name} begins`);
      await Promise.resolve();
      done.push(`${name} ends`);
    }),
  );
  expect(done.join(', ')).toBe('a begins, a ends, b begins, b ends, c begins, c ends');
});

it('timers have their turn between two long ones', async () => {
  const schedule = createFairScheduler();
  /** @type {string[]} */
  const done = [];
  const tasks = [1, 2, 3].map(
    (n) =>
      new Promise((resolve) =>
        schedule(() => {
          setTimeout(() => done.push('timer'));
          work(25);
          done.push(`task ${n}`);
          resolve(undefined);
        }),
      ),
  );
  await Promise.all(tasks);
  expect(done.slice(0, 3)).toEqual(['task 1', 'timer', 'task 2']);
});

it.each([
  ['who asks for one does not wait for another one’s many', ['a', 'a', 'a', 'b', 'b'], 'a1 b4 a2 b5 a3'],
  [
    'nor does one session for another of its address, which have the share of one together',
    ['x a', 'x a', 'x a', 'x b', 'y c', 'y c', 'y c', 'y c'],
    'x a1 y c5 x b4 y c6 x a2 y c7 x a3 y c8',
  ],
])('%s', async (_what, asking, order) => {
  const schedule = createFairScheduler();
  /** @type {string[]} */
  const done = [];
  const ask = (/** @type {string} */ who, /** @type {number} */ n) =>
    new Promise((resolve) =>
      schedule(() => {
        done.push(`${who}${n + 1}`);
        resolve(undefined);
      }, who),
    );
  await Promise.all(asking.map(ask));
  expect(done.join(' ')).toBe(order);
});
