import { expect, it } from 'vitest';
import { mapReply, type ModelEvent } from './model';
import { eventsIn } from './testing';

it('a reply whose events cannot be mapped is ended', async () => {
  let ended = false;
  async function* reply(): AsyncGenerator<readonly ModelEvent[]> {
    try {
      yield [{ type: 'text', delta: 'a' }];
    } finally {
      ended = true;
    }
  }
  const mapped = eventsIn(
    mapReply(reply(), () => {
      throw new RangeError('too deep');
    }),
  );
  await expect(mapped.next()).rejects.toThrow('too deep');
  expect(ended).toBe(true);
});
