import { EventType } from '@ag-ui/core';
import { expect, it } from 'vitest';
import { abortedEvent, type AbortCause } from './resolve';

const CAUSES: readonly AbortCause[] = ['superseded', 'stopped', 'unread', 'withdrawn', 'refused', 'context'];

it.each(CAUSES)('a call that is %s is answered in the language of the run', (cause) => {
  expect(abortedEvent('c', cause)).toMatchObject({
    type: EventType.TOOL_CALL_RESULT,
    content: expect.stringMatching(/^The call [\x20-\x7e’]+\.$/),
    metadata: { toolyard: { error: 'ABORTED', summary: 'Stopped' } },
  });
  expect(abortedEvent('c', cause, 'zh')).toMatchObject({
    content: expect.stringMatching(/^此调用(?:[^A-Za-z]|Agent)+。$/),
    metadata: { toolyard: { error: 'ABORTED', summary: '已停止', details: { cause } } },
  });
});
