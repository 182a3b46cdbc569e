import { EventType } from '@ag-ui/core';
import { afterEach, expect, it } from 'vitest';
import { NoRoomError, StorageError } from '@/lib/threads';
import { inputOf, openTestThread, outcomeOf, OWNER, says, THREAD, user, type TestThread } from './agent.fixture';
import { stopThread } from './stop';

let test: TestThread;
afterEach(() => test.dispose());

it('a run that could not be logged ends in words once something can be, and the thread goes on', async () => {
  test = await openTestThread(() => says('on'));
  const { log } = test.ports;
  const append = log.append.bind(log);
  const begin = log.begin.bind(log);
  const full = new StorageError('STORAGE_FULL', 'The disk is full.');
  log.begin = () => Promise.reject(full);
  // The request itself is refused, and holds no lease.
  await expect(test.post(inputOf('r1', [user('u1')]))).rejects.toThrow(full);
  log.begin = begin;
  expect(outcomeOf(await test.run(inputOf('r2', [user('u2')])))).toMatchObject({ type: 'success' });
  let asked = 0;
  log.append = (lease, events) =>
    events.some((event) => event.type === EventType.TEXT_MESSAGE_START && event.role === 'assistant') &&
    (asked += 1) === 1
      ? Promise.reject(full)
      : append(lease, events);
  expect(outcomeOf(await test.run(inputOf('r3', [user('u3')])))).toMatchObject({
    type: EventType.RUN_ERROR,
    code: 'STORAGE_FULL',
    message: 'The disk is full.',
  });
  expect(outcomeOf(await test.run(inputOf('r4', [])))).toMatchObject({ type: 'success' });
  expect((await test.thread()).messages.at(-1)).toMatchObject({ content: 'on' });
});

it('a run whose end cannot be logged, either, ends once it can, and a person can stop it without waiting for its lease', async () => {
  test = await openTestThread(() => says('on'));
  const { log, sleep } = test.ports;
  const { append, finish } = log;
  const full = () => Promise.reject(new StorageError('STORAGE_FULL', 'The disk is full.'));
  Object.assign(log, { append: full, finish: full });
  const answer = await test.post(inputOf('r1', [user('u1')]));
  test.ports.sleep = async (ms) => {
    // Somebody made room.
    if (ms > 100) Object.assign(log, { append, finish });
    await sleep(ms);
  };
  expect(await stopThread(test.ports, THREAD, OWNER)).toEqual({ stopped: true });
  await (answer.ok && answer.run);
  expect(outcomeOf(await test.events())).toMatchObject({ type: EventType.RUN_ERROR, code: 'STORAGE_FULL' });
  expect(outcomeOf(await test.run(inputOf('r2', [])))).toMatchObject({ type: 'success' });
});

it('a run that fills the last of its room ends in words', async () => {
  test = await openTestThread(() => says('on'));
  const { log } = test.ports;
  const append = log.append.bind(log);
  log.append = () => Promise.reject(new NoRoomError('No more is kept.'));
  expect(outcomeOf(await test.run(inputOf('r1', [user('u1')])))).toMatchObject({
    type: EventType.RUN_ERROR,
    code: 'NO_ROOM',
    message: 'No more is kept.',
  });
  log.append = append;
  expect(outcomeOf(await test.run(inputOf('r2', [user('u2')])))).toMatchObject({ type: 'success' });
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
