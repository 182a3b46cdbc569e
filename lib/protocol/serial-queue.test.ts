import { expect, it } from 'vitest';
import { createQueuePerObject, createSerialQueue } from './serial-queue';

it('runs one piece of work at a time, in order, and goes on after one that fails', async () => {
  const done: string[] = [];
  const inOrder = createSerialQueue();
  const work = (name: string) => async (): Promise<string> => {
    done.push(`${name} begins`);
    await new Promise(setImmediate);
    done.push(`${name} ends`);
    if (name === 'a') throw new Error('a fails');
    return name;
  };
  const all = await Promise.allSettled(['a', 'b'].map((name) => inOrder(work(name))));
  expect(done).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
  expect(all).toMatchObject([{ reason: { message: 'a fails' } }, { value: 'b' }]);
});

it('one object’s work does not wait for another’s', async () => {
  const inOrder = createQueuePerObject();
  const [one, other] = [{}, {}];
  let isFirstOver = false;
  let go = (): void => undefined;
  const first = inOrder(one, () => new Promise<void>((resolve) => (go = resolve))).then(() => (isFirstOver = true));
  const second = inOrder(one, async () => isFirstOver);
  expect(await inOrder(other, async () => isFirstOver)).toBe(false);
  go();
  expect(await second).toBe(true);
  await first;
});
