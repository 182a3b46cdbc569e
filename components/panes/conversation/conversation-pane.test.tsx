// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { field, named, renderPage, unrenderAll } from '../../fixtures/render';
import { states } from '../../fixtures/states';
import { ConversationPane } from './conversation-pane';

beforeAll(async () => {
  // jsdom lays nothing out.
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  await Promise.all([
    import('./thread-view'),
    import('./approval-card'),
    import('../../elements/markdown/rendered-markdown'),
  ]);
});
afterEach(unrenderAll);

const click = (element: HTMLElement) => act(async () => element.click());
const type = (box: HTMLInputElement | HTMLTextAreaElement, text: string) =>
  act(async () => {
    const prototype = box instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(box, text);
    box.dispatchEvent(new Event('input', { bubbles: true }));
  });
const cards = () => [...document.querySelectorAll('article')].map((card) => card.getAttribute('aria-label'));

describe('the conversation', () => {
  it('begins with one button, which says the scenario’s words', async () => {
    const { host } = await renderPage(states.first, <ConversationPane />);
    const send = vi.spyOn(host, 'send');
    await click(named('button', 'Run “Fix the failing test”'));
    expect(send).toHaveBeenCalledWith('Fix it.');
  });

  it.each([
    ['streaming', ['Read, succeeded', 'Read, succeeded', 'Read, succeeded', 'Edit, streaming']],
    ['issues', ['Read, succeeded', 'Read, succeeded', 'Read, succeeded', 'Edit, invalid']],
    ['approval', ['Read, succeeded', 'Read, succeeded', 'Read, succeeded', 'Edit, waiting for you']],
  ] as const)('names each card by its tool and state: %s', async (state, names) => {
    await renderPage(states[state], <ConversationPane />);
    expect(cards()).toEqual(names);
  });

  it('says how reads and writes ran, and where writing begins', async () => {
    const { place } = await renderPage(states.finished, <ConversationPane />);
    expect([...place.querySelectorAll('[role="group"]')].map((group) => group.getAttribute('aria-label'))).toEqual([
      'Reading · together',
      'Writing',
    ]);
    expect(place.textContent).toContain('writing begins');
  });

  it('shows the issues of the card that was asked, whichever call was chosen since', async () => {
    const { page } = await renderPage(states.issues, <ConversationPane />);
    await click(named('article[data-call="edit-1"] button', ''));
    await click(named('article[data-call="read-0"] button', ''));
    await click(named('button', 'Show issues'));
    expect(page.ui.getState()).toMatchObject({ selectedCall: 'edit-1', detail: 'issues', follow: false });
  });

  it('tells on the closed card why a call was not run', async () => {
    await renderPage(states.issues, <ConversationPane />);
    expect(named('article', 'Edit, invalid').textContent).toContain('INVALID_ARGSNot run: 2 issues.');
  });

  it('offers to go on after an error', async () => {
    const { host } = await renderPage(states.failed, <ConversationPane />);
    const retry = vi.spyOn(host, 'retry');
    await click(named('[role="alert"] button', 'Retry'));
    expect(retry).toHaveBeenCalledOnce();
  });

  it('offers a new thread where there is none to try again', async () => {
    const { host } = await renderPage(
      { ...states.failed, error: { code: 'NOT_FOUND', message: 'There is no such thread.' } },
      <ConversationPane />,
    );
    const newThread = vi.spyOn(host, 'newThread');
    expect(document.querySelector('[role="alert"]')?.textContent).not.toContain('Retry');
    await click(named('[role="alert"] button', 'New thread'));
    expect(newThread).toHaveBeenCalledOnce();
  });

  it('offers to take over a thread that another tab runs', async () => {
    const { host } = await renderPage(states.elsewhere, <ConversationPane />);
    const takeOver = vi.spyOn(host, 'takeOver');
    await click(named('button', 'Take over'));
    expect(takeOver).toHaveBeenCalledOnce();
    expect(field('textarea', 'Message').disabled).toBe(true);
  });

  it('sends what was written, and empties the field', async () => {
    const { host } = await renderPage(states.finished, <ConversationPane />);
    const send = vi.spyOn(host, 'send');
    const message = field('textarea', 'Message');
    await type(message, '  And the tax?  ');
    await click(named('button', 'Send'));
    expect(send).toHaveBeenCalledWith('And the tax?');
    expect(message.value).toBe('');
  });
});

describe('an approval', () => {
  it('is allowed once', async () => {
    const { host } = await renderPage(states.approval, <ConversationPane />);
    const decide = vi.spyOn(host, 'decide');
    await click(named('button', 'Allow'));
    expect(decide).toHaveBeenCalledWith('edit-2', { behavior: 'allow' });
  });

  it('is always allowed by the rule as the person left it', async () => {
    const { host } = await renderPage(states.approval, <ConversationPane />);
    const decide = vi.spyOn(host, 'decide');
    await type(field('input', 'Rule'), 'Edit(src/cart.ts)');
    await click(named('button', 'Always allow'));
    expect(decide).toHaveBeenCalledWith('edit-2', { behavior: 'always', rule: 'Edit(src/cart.ts)' });
  });

  it.each(['Edit(', 'nonsense', 'Read(**)', ''])('is not always allowed by “%s”', async (rule) => {
    await renderPage(states.approval, <ConversationPane />);
    await type(field('input', 'Rule'), rule);
    expect(named('button', 'Always allow').matches(':disabled')).toBe(true);
    expect(field('input', 'Rule').getAttribute('aria-invalid')).toBe('true');
  });

  it('is denied with a reason', async () => {
    const { host } = await renderPage(states.approval, <ConversationPane />);
    const decide = vi.spyOn(host, 'decide');
    await click(named('button', 'Deny…'));
    await type(field('input', 'Reason'), 'Not this file');
    await click(named('button', 'Deny'));
    expect(decide).toHaveBeenCalledWith('edit-2', { behavior: 'deny', reason: 'Not this file' });
  });

  it('forgets a reason that was left by Escape', async () => {
    await renderPage(states.approval, <ConversationPane />);
    await click(named('button', 'Deny…'));
    await type(field('input', 'Reason'), 'Not this file');
    await act(async () => {
      field('input', 'Reason').dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    });
    await click(named('button', 'Deny…'));
    expect(field('input', 'Reason').value).toBe('');
  });
});
