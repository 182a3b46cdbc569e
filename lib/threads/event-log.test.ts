import { EventType, type AGUIEvent } from '@ag-ui/core';
import { EventSchema } from '@ag-ui/core/schemas';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { numRuns } from '@/lib/tools/testing/cases';
import { checkEvent, InvalidEventError } from './event-log';

const any = fc.oneof(
  fc.string({ maxLength: 3 }),
  fc.constantFrom(undefined, null, 0, 1.5, NaN, true, [], {}, { a: 1 }),
);
const often = (value: unknown) => fc.oneof({ weight: 4, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: any });

/** Events of the commonest kinds, most of them sound. */
const event = fc.record(
  {
    type: fc.constantFrom(
      EventType.RUN_STARTED,
      EventType.TEXT_MESSAGE_START,
      EventType.TEXT_MESSAGE_END,
      EventType.TEXT_MESSAGE_CONTENT,
      EventType.REASONING_MESSAGE_CONTENT,
      EventType.TOOL_CALL_START,
      EventType.TOOL_CALL_ARGS,
      EventType.TOOL_CALL_END,
      EventType.TOOL_CALL_RESULT,
      EventType.CUSTOM,
    ),
    timestamp: often(1),
    messageId: often('m'),
    delta: often('d'),
    toolCallId: often('c'),
    toolCallName: often('Read'),
    parentMessageId: often('m'),
    content: often('text'),
    role: fc.oneof(fc.constantFrom('tool', 'user', 'assistant'), any),
    threadId: often('t'),
    runId: often('r'),
    protocolVersion: often('1.0.0'),
    metadata: often({ toolyard: { success: true } }),
    name: often('toolyard.turn'),
    value: often({ stop: 'end' }),
  },
  { requiredKeys: ['type'] },
);

/** Those fields of an event that its kind has, and now and then one that it has not. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  RUN_STARTED: ['threadId', 'runId', 'protocolVersion'],
  TEXT_MESSAGE_START: ['messageId', 'role'],
  TEXT_MESSAGE_END: ['messageId'],
  TEXT_MESSAGE_CONTENT: ['messageId', 'delta'],
  REASONING_MESSAGE_CONTENT: ['messageId', 'delta'],
  TOOL_CALL_START: ['toolCallId', 'toolCallName', 'parentMessageId'],
  TOOL_CALL_ARGS: ['toolCallId', 'delta'],
  TOOL_CALL_END: ['toolCallId'],
  TOOL_CALL_RESULT: ['messageId', 'toolCallId', 'content', 'role', 'metadata'],
  CUSTOM: ['name', 'value'],
};

it('checkEvent refuses what the schema refuses, and nothing else', () => {
  const property = fc.property(event, fc.boolean(), (all, strange) => {
    const fields = Object.entries(all).filter(
      ([name]) => /^t(ype|imestamp)$/.test(name) || strange || FIELDS[all.type]?.includes(name),
    );
    const made: unknown = Object.fromEntries(fields);
    const taken = EventSchema.safeParse(made).success;
    const check = (): void => checkEvent(asEvent(made));
    if (taken) expect(check).not.toThrow();
    else expect(check).toThrow(InvalidEventError);
  });
  fc.assert(property, { numRuns: numRuns(2_000) });
});

/** What an adapter may hand on whose types lie. */
function asEvent(made: unknown): AGUIEvent {
  const events: AGUIEvent[] = [];
  Reflect.apply(events.push, events, [made]);
  return events[0] ?? { type: EventType.CUSTOM, name: '', value: '' };
}
