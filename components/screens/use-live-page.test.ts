// @vitest-environment jsdom
import { expect, it, vi } from 'vitest';
import { fakeClient } from '../fixtures/fake-client';
import { speakWhenIdle } from './use-live-page';

it('a run stays in its language: another one is set once nothing runs, and only once', () => {
  const client = fakeClient({ status: 'tools' });
  const set = vi.spyOn(client, 'setLanguage');
  const stop = speakWhenIdle({ store: client.store, act: (action) => action(client) }, 'zh');
  for (const status of ['approval', 'model'] as const) client.store.setState({ status });
  expect(set).not.toHaveBeenCalled();
  client.store.setState({ status: 'idle' });
  client.store.setState({ mode: 'plan' });
  expect(set.mock.calls).toEqual([['zh']]);
  stop();
});
