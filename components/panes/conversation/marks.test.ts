import { emptyThread, foldEvents, type LogLine } from '@/lib/protocol';
import { EventType, type AGUIEvent } from '@ag-ui/core';
import { describe, expect, it } from 'vitest';
import { marksOf } from './marks';

const started = (runId: string): AGUIEvent => ({ type: EventType.RUN_STARTED, threadId: 't', runId });
const cancelled: AGUIEvent = {
  type: EventType.RUN_FINISHED,
  threadId: 't',
  runId: 'r',
  outcome: { type: 'cancelled' },
};
const says = (messageId: string, role: 'user' | 'assistant'): AGUIEvent => ({
  type: EventType.TEXT_MESSAGE_START,
  messageId,
  role,
});
const retry: AGUIEvent = {
  type: EventType.CUSTOM,
  name: 'toolyard.retry',
  value: { attempt: 2, afterMs: 1, code: 'OVERLOADED', message: 'busy' },
};
const snapshot: AGUIEvent = { type: EventType.MESSAGES_SNAPSHOT, messages: [{ id: 'u1', role: 'user', content: '' }] };
const log = (...events: AGUIEvent[]): LogLine[] => events.map((event, index) => ({ seq: index + 1, event }));

describe('marksOf', () => {
  it.each([
    [
      'a retry stands before the answer it led to',
      log(started('r'), says('u1', 'user'), retry, says('a1', 'assistant')),
      [{ kind: 'notice', after: 'u1' }],
    ],
    [
      'also where half an answer was taken back',
      log(started('r'), says('u1', 'user'), says('dead', 'assistant'), retry, snapshot, says('a1', 'assistant')),
      [{ kind: 'notice', after: 'u1' }],
    ],
    [
      'a stop stands below the half reply',
      log(started('r'), says('u1', 'user'), says('a1', 'assistant'), cancelled, started('s'), says('u2', 'user')),
      [{ kind: 'stopped', after: 'a1' }],
    ],
    [
      'the run that resolves open calls is no second stop',
      log(started('r'), says('a1', 'assistant'), cancelled, started('s'), cancelled),
      [{ kind: 'stopped', after: 'a1' }],
    ],
  ])('%s', (_, lines, marks) => {
    expect(marksOf(lines)).toEqual(marks);
  });

  it('marks as many notices as the thread has', () => {
    const lines = log(started('r'), retry, says('u1', 'user'), retry);
    expect(marksOf(lines)).toHaveLength(foldEvents(emptyThread, lines).notices.length);
  });
});
