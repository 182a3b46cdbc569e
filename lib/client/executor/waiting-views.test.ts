import { expect, it } from 'vitest';
import type { CallView } from '../state';
import { createWaitingViews } from './waiting-views';

const call = (id: string, phase: CallView['phase']): CallView => ({
  id,
  phase,
  name: 'AskUser',
  title: 'Ask',
  kind: 'other',
  readOnly: false,
  messageId: 'm',
  args: '{}',
  output: '',
  issues: [],
});

it('shows a call that waits for a person as one that waits, and changes nothing else', () => {
  const views = createWaitingViews();
  const calls = [call('a', 'running'), call('b', 'running'), call('c', 'succeeded')];
  expect(views(calls, [])).toBe(calls);
  const shown = views(calls, [{ callId: 'a' }, { callId: 'c' }]);
  expect(shown.map(({ phase }) => phase)).toEqual(['awaiting-approval', 'running', 'succeeded']);
  expect(shown.slice(1)).toEqual(calls.slice(1));
  // A call that waits for one of its own does, too, however deep that is; another whose id begins alike does not.
  const nested = views([call('a', 'running'), call('a1', 'running')], [{ callId: 'a.2.1' }]);
  expect(nested.map(({ phase }) => phase)).toEqual(['awaiting-approval', 'running']);
  const request = { callId: 'a' };
  const first = views(calls, [request]);
  expect(views(calls, [request])).toBe(first);
  expect(views([...calls], [request])[0]).toBe(first[0]);
});
