// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { emptyThread } from '@/lib/protocol';
import { agentView } from '../../fixtures/agent-view';
import { callView } from '../../fixtures/call-view';
import { elementNamed, renderPage, unrenderAll } from '../../fixtures/render';
import { agentOfCall } from './call-card';
import { CallCard } from './call-card';

beforeAll(async () => {
  await Promise.all([import('./agent-conversation'), import('../../elements/markdown/rendered-markdown')]);
});
afterEach(unrenderAll);

const call = callView({ id: 'c1', name: 'Agent', title: 'mole: Dig', kind: 'other', beside: true, phase: 'running' });
const mole = agentView({
  name: 'mole',
  callId: 'c1',
  thread: {
    ...emptyThread,
    messages: [
      { id: 'u', role: 'user', content: 'Dig a hole.' },
      { id: 'a', role: 'assistant', content: 'I look.' },
      { id: 'l', role: 'user', content: '[Message from main]\nDeeper.' },
    ],
  },
  calls: [callView({ id: 'agent-1/c1', messageId: 'a', phase: 'running' })],
});

describe('the card of a call that set an agent to work', () => {
  it('says what the agent does, and opens into its conversation, in which it can be stopped', async () => {
    const { client, place } = await renderPage({ agents: [mole] }, <CallCard call={call} />);
    expect(place.querySelector('[data-agent]')?.textContent).toContain('moleExplorerunningRead src/cart.ts');
    await act(async () => elementNamed('button', 'Agent').click());
    const conversation = elementNamed('section', 'Conversation of mole');
    expect(conversation.textContent).toContain('Told: Dig a hole.');
    expect(conversation.textContent).toContain('Message from mainDeeper.');
    expect(conversation.querySelector('article')?.getAttribute('aria-label')).toBe('Read, running');
    expect(conversation.querySelector('a')?.getAttribute('href')).toBe('?thread=thread-of-agent-1&pane=events');
    const stop = vi.spyOn(client, 'stopAgent');
    await act(async () => elementNamed('button', 'Stop mole').click());
    expect(stop).toHaveBeenCalledWith('agent-1');
  });

  it('says that the agent waits where a call of it does, and leads to what is asked', async () => {
    const calls = [callView({ id: 'agent-1/c1', title: 'Delete all', phase: 'awaiting-approval' })];
    const waiting = callView({ ...call, phase: 'awaiting-approval' });
    const { place } = await renderPage({ agents: [{ ...mole, calls }] }, <CallCard call={waiting} />);
    expect(place.querySelector('[data-agent]')?.textContent).toContain('waiting for youDelete all');
    expect(place.querySelector('article')?.getAttribute('aria-label')).toBe('Agent, waiting for you');
    expect(elementNamed('button', 'Answer it')).toBeTruthy();
  });

  it.each([
    ['by the call', [mole], call, 'agent-1'],
    ['by a call of another agent', [{ ...mole, parent: 'agent-7' }], { ...call, id: 'agent-7/c1' }, 'agent-1'],
    ['not by the same call of another agent', [{ ...mole, parent: 'agent-7' }], call, undefined],
    [
      'by the result, once the agent was gone on with',
      [{ ...mole, callId: 'c2' }],
      { ...call, result: { success: true, text: '', details: { agent: { threadId: 'thread-of-agent-1' } } } },
      'agent-1',
    ],
  ])('finds its agent %s', (_, agents, card, id) => expect(agentOfCall(agents, card)?.id).toBe(id));
});
