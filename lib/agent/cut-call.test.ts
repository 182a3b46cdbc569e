import { afterEach, describe, expect, it } from 'vitest';
import type { ModelEvent } from '@/lib/models/model';
import {
  call,
  inputOf,
  openTestThread,
  outcomeOf,
  result,
  resultsOf,
  says,
  stopEvent,
  typesOf,
  user,
  type TestThread,
} from './agent.fixture';

let test: TestThread;
afterEach(() => test?.dispose());

const cut = (args: string): ModelEvent[] => [
  { type: 'call-start', id: 'cut', name: 'Write' },
  ...(args === '' ? [] : [{ type: 'call-args' as const, id: 'cut', delta: args }]),
  stopEvent('max_tokens'),
];

describe('a call that the model had no room to finish', () => {
  it.each(['{"file_path": "a', ''])('is answered at once, told why, and never left to the client: %j', async (args) => {
    test = await openTestThread((_request, n) => (n === 0 ? cut(args) : says('shorter then')));
    const seen = await test.run(inputOf('r1', [user('u1')]));
    expect(typesOf(seen)).toContain('TOOL_CALL_END');
    expect(resultsOf(seen)).toEqual(['cut']);
    expect(outcomeOf(seen)).toEqual({ type: 'success', pendingToolCallIds: [] });
    expect(test.requests[1]?.messages.at(-1)).toMatchObject({
      error: 'PARTIAL_JSON',
      content: expect.stringMatching(/ran out of room.*Nothing was run.*several smaller calls of Write/s),
    });
  });

  it('waits for the results of the calls before it', async () => {
    test = await openTestThread((_request, n) => (n === 0 ? [...call('c1'), ...cut('{"a": [1')] : says('ok')));
    expect(outcomeOf(await test.run(inputOf('r1', [user('u1')])))).toMatchObject({ pendingToolCallIds: ['c1'] });
    const seen = await test.run(inputOf('r2', [result('c1'), result('cut', 'I ran it')]));
    expect(resultsOf(await test.events())).toEqual(['c1', 'cut']);
    expect(test.requests[1]?.messages.at(-1)).toMatchObject({ toolCallId: 'cut', error: 'PARTIAL_JSON' });
    expect(outcomeOf(seen)).toMatchObject({ type: 'success' });
  });

  it('is one like any other where its arguments are whole', async () => {
    test = await openTestThread((_request, n) => (n === 0 ? cut('{"file_path":"a"}') : says('ok')));
    expect(outcomeOf(await test.run(inputOf('r1', [user('u1')])))).toMatchObject({ pendingToolCallIds: ['cut'] });
  });
});
