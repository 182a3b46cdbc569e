// @vitest-environment jsdom
import { emptyThread, type Exchange, type FoldedTurn } from '@/lib/protocol';
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderPage, settled, unrenderAll } from '../../fixtures/render';
import RequestsView from './requests-view';

vi.mock('../../elements/monaco', () => ({ CodeView: () => null }));

afterEach(unrenderAll);

const times = [100, 200, 300];
const turns: readonly FoldedTurn[] = times.map((startedAt) => ({
  runId: 'run-1',
  model: 'scripted',
  stop: 'end',
  inputTokens: 1,
  outputTokens: 1,
  cachedInputTokens: 0,
  cost: 0,
  startedAt,
  endedAt: startedAt + 50,
}));
const exchanges: readonly Exchange[] = times.map((startedAt) => ({
  runId: 'run-1',
  wire: 'openai',
  url: 'https://example.org/v1',
  request: '{}',
  status: 200,
  response: '{}',
  startedAt: startedAt + 1,
  endedAt: startedAt + 40,
  cut: false,
}));

const rows = () => [...document.querySelectorAll<HTMLElement>('ol button')];
const shown = () => rows().findIndex((row) => row.getAttribute('aria-current') === 'true') + 1;

it('leads to the turn that is asked for, also where it is open already and another was chosen', async () => {
  const state = { threadId: 't', thread: { ...emptyThread, turns } };
  const { page } = await renderPage(state, <RequestsView threadId="t" />, { exchanges });
  expect(shown()).toBe(3);
  await act(async () => rows()[0]?.click());
  expect(shown()).toBe(1);
  await act(async () => page.ui.getState().showRequest({ threadId: 't', startedAt: 200 }));
  await settled();
  expect(shown()).toBe(2);
});

it.each([
  ['<invoke name="Read"><parameter name="file_path">a</parameter></invoke>', true, 'Its text'],
  ['<invoke name="Read"><parameter name="file_path">a</parameter></invoke>', false, 'Request'],
  ['I read it.', true, 'Request'],
])(
  'shows what the model wrote first to whom comes from a call that was read from it: %s, %s',
  async (said, fromCall, side) => {
    const response = `data: ${JSON.stringify({ choices: [{ delta: { content: said } }] })}`;
    const state = {
      threadId: 't',
      thread: { ...emptyThread, turns },
      options: { toolMode: 'prompt', dialect: 'minimax' } as const,
    };
    const { page } = await renderPage(state, <RequestsView threadId="t" />, {
      exchanges: exchanges.map((exchange) => ({ ...exchange, response })),
    });
    const selected = () => document.querySelector('[role=tab][aria-selected=true]')?.textContent;
    expect(selected()).toBe('Request');
    await act(async () =>
      page.ui.getState().showRequest({ threadId: 't', startedAt: 200, ...(fromCall && { fromCall }) }),
    );
    await settled();
    expect(selected()).toBe(side);
  },
);
