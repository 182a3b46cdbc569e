import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import Database from 'libsql';
import { expect, it } from 'vitest';
import { toMessagesBody } from '@/lib/models/anthropic-messages';
import { emptyThread, foldEvents } from '@/lib/protocol';
import { openSqliteLog } from '@/lib/threads/sqlite';
import { numRuns, patience } from '@/lib/tools/testing/cases';
import {
  calls,
  inputOf,
  openTestThread,
  outcomeOf,
  result,
  says,
  THREAD,
  user,
  type TestThread,
} from './agent.fixture';
import { Histories } from './index';

/** A thread of two runs with two calls, a text and their results. */
async function thread(test: TestThread): Promise<void> {
  await test.run(inputOf('r1', [user('u1')]));
  await test.run(inputOf('r2', [result('a'), result('b')]));
}

const rubbish = fc.constantFrom(
  '',
  'null',
  '{}',
  '{"type":"TOOL_CALL_START","toolCallId":7}',
  '{"type":"TOOL_CALL_ARGS","toolCallId":"a","delta":{"path":"a"}}',
  '{"type":"CUSTOM"',
  `{"type":"NOT_OURS","deep":${'['.repeat(2000)}}`,
);

it(
  'an entry that cannot be read shows itself and loses no other, and the thread goes on',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'unreadable-'));
    const test = await openTestThread(({ messages }) => (messages.length === 1 ? calls('a', 'b') : says('on')));
    const { log: first } = test.ports;
    try {
      await thread(test);
      const whole = await test.ports.log.read(THREAD, 0);
      let files = 0;
      const property = fc.asyncProperty(
        fc.dictionary(fc.nat(whole.length - 1).map(String), rubbish, { minKeys: 1, maxKeys: 3 }),
        async (odd) => {
          const file = join(folder, `${(files += 1)}.db`);
          openSqliteLog(file).close();
          const db = new Database(file);
          db.prepare('insert into threads (thread_id, owner, last_seq) values (?, ?, ?)').run(
            THREAD,
            'owner',
            whole.length,
          );
          for (const [index, { seq, epoch, event }] of whole.entries()) {
            const text = odd[String(index)] ?? JSON.stringify(event);
            db.prepare('insert into events values (?, ?, ?, ?)').run(THREAD, seq, epoch, text);
          }
          db.close();
          const log = openSqliteLog(file, { now: test.ports.now });
          try {
            const read = await log.read(THREAD, 0);
            expect(read.map(({ seq }) => seq)).toEqual(whole.map(({ seq }) => seq));
            expect(read.filter((_, index) => !(index in odd))).toEqual(whole.filter((_, index) => !(index in odd)));
            const lost = foldEvents(emptyThread, read).notices.filter(({ guard }) => guard === 'log:unreadable');
            expect(lost).toHaveLength(Object.keys(odd).length);

            test.ports.log = log;
            test.ports.histories = new Histories();
            test.requests.length = 0;
            expect(outcomeOf(await test.run(inputOf('r3', [user('u8'), user('u9', 'go on')])))).toMatchObject({
              type: 'success',
            });
            expect((await test.thread()).messages.at(-1)).toMatchObject({ content: 'on' });
            expectTold(test);
          } finally {
            log.close();
          }
        },
      );
      await fc.assert(property, { numRuns: numRuns(20) });
    } finally {
      test.ports.log = first;
      await test.dispose();
      await rm(folder, { recursive: true, force: true });
    }
  },
  4 * patience.timeout,
);

/** Providers refuse a call without its result, and a result without its call. */
function expectTold({ requests }: TestThread): void {
  const [request] = requests;
  if (!request) throw new Error('The model was not asked.');
  const blocks = toMessagesBody(request).messages.flatMap(({ content }) =>
    typeof content === 'string' ? [] : content,
  );
  const made = blocks.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []));
  const answered = blocks.flatMap((block) => (block.type === 'tool_result' ? [block.tool_use_id] : []));
  expect(answered).toEqual(made);
}
