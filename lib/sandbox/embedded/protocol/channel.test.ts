import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { AskSide, newChannelMemory } from './channel';

/** Wakes who waits without an answer, then answers with one byte. */
const LATE = `
  const { words } = require('node:worker_threads').workerData;
  const sleep = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
  for (let times = 0; times < 5; times++) { sleep(10); Atomics.notify(words, 0); }
  words[2] = 1;
  Atomics.store(words, 0, 1);
  Atomics.notify(words, 0);
`;

it('waits for the answer, whoever wakes it before', async () => {
  const memory = newChannelMemory();
  let worker: Worker | undefined;
  const channel = new AskSide(memory, () => {
    worker = new Worker(LATE, { eval: true, workerData: { words: new Int32Array(memory, 0, 4) } });
  });
  expect(channel.ask({}).bytes).toHaveLength(1);
  await worker?.terminate();
});
