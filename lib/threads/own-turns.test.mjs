import { expect, it } from 'vitest';
import { createTurns } from './own-turns.mjs';

/** Blocks the event loop for at least `ms` milliseconds. @param {number} ms */
function work(ms) {
  for (const until = performance.now() + ms; performance.now() < until;);
}

it('what follows from one turn is done before the next, in order', async () => {
  const inTurn = createTurns();
  /** @type {string[]} */
  const done = [];
  await Promise.all(
    ['a', 'b', 'c'].map(async (name) => {
      await new Promise((resolve) => inTurn(() => resolve(undefined)));
      done.push(`${name} begins`);
      await Promise.resolve();
      done.push(`${name} ends`);
    }),
  );
  expect(done.join(', ')).toBe('a begins, a ends, b begins, b ends, c begins, c ends');
});

it('timers have their turn between two long ones', async () => {
  const inTurn = createTurns();
  /** @type {string[]} */
  const done = [];
  const turns = [1, 2, 3].map(
    (n) =>
      new Promise((resolve) =>
        inTurn(() => {
          setTimeout(() => done.push('timer'));
          work(25);
          done.push(`turn ${n}`);
          resolve(undefined);
        }),
      ),
  );
  await Promise.all(turns);
  expect(done.slice(0, 3)).toEqual(['turn 1', 'timer', 'turn 2']);
});

it('who asks for one does not wait for another one’s many', async () => {
  const inTurn = createTurns();
  /** @type {string[]} */
  const done = [];
  const ask = (/** @type {string} */ who, /** @type {number} */ n) =>
    new Promise((resolve) =>
      inTurn(() => {
        done.push(`${who}${n}`);
        resolve(undefined);
      }, who),
    );
  await Promise.all([ask('a', 1), ask('a', 2), ask('a', 3), ask('b', 1), ask('b', 2)]);
  expect(done).toEqual(['a1', 'b1', 'a2', 'b2', 'a3']);
});
