import { EventType } from '@ag-ui/core';
import { afterEach, expect, it } from 'vitest';
import { StorageError } from '@/lib/threads';
import { inputOf, openTestThread, outcomeOf, says, user, type TestThread } from './agent.fixture';

let test: TestThread;
afterEach(() => test.dispose());

it('a run that could not be logged ends in words once something can be, and the thread goes on', async () => {
  test = await openTestThread(() => says('on'));
  const { log } = test.ports;
  const append = log.append.bind(log);
  let full = true;
  // Stands in for a disk that is full while the model speaks.
  log.append = (lease, events) => {
    const speaks = events.some(({ type }) => type === EventType.TEXT_MESSAGE_CONTENT || type === EventType.CUSTOM);
    if (!full || !speaks) return append(lease, events);
    full = false;
    return Promise.reject(new StorageError('STORAGE_FULL', 'The disk is full.'));
  };
  // The first text is the person's: the request itself is refused, and holds no lease.
  await expect(test.post(inputOf('r1', [user('u1')]))).rejects.toThrow(StorageError);
  full = false;
  expect(outcomeOf(await test.run(inputOf('r2', [user('u2')])))).toMatchObject({ type: 'success' });
  let asked = 0;
  log.append = (lease, events) =>
    events.some((event) => event.type === EventType.TEXT_MESSAGE_START && event.role === 'assistant') &&
    (asked += 1) === 1
      ? Promise.reject(new StorageError('STORAGE_FULL', 'The disk is full.'))
      : append(lease, events);
  expect(outcomeOf(await test.run(inputOf('r3', [user('u3')])))).toMatchObject({
    type: EventType.RUN_ERROR,
    code: 'STORAGE_FULL',
    message: 'The disk is full.',
  });
  expect(outcomeOf(await test.run(inputOf('r4', [])))).toMatchObject({ type: 'success' });
  expect((await test.thread()).messages.at(-1)).toMatchObject({ content: 'on' });
});

it('a run that cannot ask whether it is to stop ends in words, and nothing is thrown at nobody', async () => {
  test = await openTestThread(() => says('on'));
  const { log } = test.ports;
  const watchStop = log.watchStop.bind(log);
  log.watchStop = () => {
    throw new StorageError('STORAGE_LOCKED', 'Another program holds the file.');
  };
  expect(outcomeOf(await test.run(inputOf('r1', [user('u1')])))).toMatchObject({ code: 'STORAGE_LOCKED' });
  log.watchStop = watchStop;
  expect(outcomeOf(await test.run(inputOf('r2', [user('u2')])))).toMatchObject({ type: 'success' });
});
