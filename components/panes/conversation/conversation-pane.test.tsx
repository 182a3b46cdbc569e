// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { field, elementNamed, renderPage, unrenderAll } from '../../fixtures/render';
import { states } from '../../fixtures/states';
import { initialClientState } from '../../state/initial-state';
import { ConversationPane } from './conversation-pane';

beforeAll(async () => {
  // jsdom has no layout.
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
afterEach(async () => {
  await unrenderAll();
  sessionStorage.clear();
});

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
    const { client } = await renderPage(states.first, <ConversationPane />);
    const send = vi.spyOn(client, 'send');
    await click(elementNamed('button', 'Run “Fix the failing test”'));
    expect(send).toHaveBeenCalledWith('Fix it.', expect.any(String));
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

  it('shows the call of the card that was asked, whichever was chosen since', async () => {
    const { page } = await renderPage(states.issues, <ConversationPane />);
    await click(elementNamed('article[data-call="edit-1"] button', ''));
    await click(elementNamed('article[data-call="read-0"] button', ''));
    await click(elementNamed('[data-call="edit-1"] button', 'Inspect'));
    expect(page.ui.getState()).toMatchObject({ selectedCall: 'edit-1', detail: 'call', follow: false });
  });

  it.each(['streaming', 'invalid', 'awaiting-approval', 'succeeded', 'failed'] as const)(
    'shows fields that are called what every object has, of a call that is %s',
    async (phase) => {
      const odd = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf', 'then'];
      const args = `{${odd.map((name) => `"${name}":"odd ${name}"`).join(',')}}`;
      const issues = odd.map((name) => ({ path: name, expected: 'nothing', received: 'text', message: `No ${name}.` }));
      const calls = states.finished.calls?.map((call, index) =>
        index === 0 ? { ...call, args, issues, phase } : call,
      );
      const { place } = await renderPage({ ...states.finished, ...(calls && { calls }) }, <ConversationPane />);
      await click(elementNamed(`article[data-call="${calls?.[0]?.id}"] button`, ''));
      for (const name of odd) expect(place.textContent).toContain(`odd ${name}`);
    },
  );

  it('leaves it to the browser not to draw cards out of view, where there are many', async () => {
    const [call] = states.finished.calls;
    if (!call) throw new Error('The state has no call.');
    const calls = Array.from({ length: 60 }, (_, at) => ({ ...call, id: `${call.id}-${at}` }));
    const { place } = await renderPage({ ...states.finished, calls }, <ConversationPane />);
    expect(cards()).toHaveLength(60);
    expect(place.querySelector('[role="group"]')?.className).toContain('content-visibility:auto');
    await unrenderAll();
    const few = await renderPage(states.finished, <ConversationPane />);
    expect(few.place.querySelector('[role="group"]')?.className).not.toContain('content-visibility');
  });

  it('tells on the closed card why a call was not run', async () => {
    await renderPage(states.issues, <ConversationPane />);
    expect(elementNamed('article', 'Edit, invalid').textContent).toContain('INVALID_ARGS');
  });

  it('begins at its top again where a thread is left for a new one', async () => {
    const { client } = await renderPage(states.finished, <ConversationPane />);
    const log = elementNamed('[role="log"]', 'Messages');
    log.scrollTop = 400;
    await act(async () => client.store.setState({ ...initialClientState, ...states.first }));
    expect(log.scrollTop).toBe(0);
  });

  it('offers to go on after an error', async () => {
    const { client } = await renderPage(states.failed, <ConversationPane />);
    const retry = vi.spyOn(client, 'retry');
    await click(elementNamed('[role="alert"] button', 'Retry'));
    expect(retry).toHaveBeenCalledOnce();
  });

  it('offers a new thread where there is none to try again', async () => {
    const { client } = await renderPage(
      { ...states.failed, error: { code: 'NOT_FOUND', message: 'There is no such thread.' } },
      <ConversationPane />,
    );
    const newThread = vi.spyOn(client, 'newThread');
    expect(document.querySelector('[role="alert"]')?.textContent).not.toContain('Retry');
    await click(elementNamed('[role="alert"] button', 'New thread'));
    expect(newThread).toHaveBeenCalledOnce();
  });

  it('offers to take over a thread that another tab runs', async () => {
    const { client } = await renderPage(states.elsewhere, <ConversationPane />);
    const takeOver = vi.spyOn(client, 'takeOver');
    await click(elementNamed('button', 'Take over'));
    expect(takeOver).toHaveBeenCalledOnce();
    expect(field('textarea', 'Message').disabled).toBe(true);
  });

  it('sends what was written, and empties the field', async () => {
    const { client } = await renderPage(states.finished, <ConversationPane />);
    const send = vi.spyOn(client, 'send');
    const message = field('textarea', 'Message');
    await type(message, '  And the tax?  ');
    await click(elementNamed('button', 'Send'));
    expect(send).toHaveBeenCalledWith('And the tax?', expect.any(String));
    expect(message.value).toBe('');
  });
});

describe('the message field', () => {
  it('keeps what is typed for when the page comes back, and nothing that was sent', async () => {
    await renderPage(states.finished, <ConversationPane />);
    await type(field('textarea', 'Message'), 'And the tax?');
    await unrenderAll();
    await renderPage(states.finished, <ConversationPane />);
    expect(field('textarea', 'Message').value).toBe('And the tax?');
    await click(elementNamed('button', 'Send'));
    expect(field('textarea', 'Message').value).toBe('');
  });

  /** Shows the page anew, as a reload does; returns what is in its field, with a line of the log for each id. */
  const reloaded = async (...ids: readonly (string | undefined)[]) => {
    await unrenderAll();
    const { client } = await renderPage(states.finished, <ConversationPane />);
    const { thread = initialClientState.thread } = states.finished;
    const said = ids.map((id = '') => ({ id, role: 'user' as const, content: 'Go on' }));
    const messages = [...thread.messages, ...said];
    await act(async () => client.store.setState({ thread: { ...thread, messages } }));
    return field('textarea', 'Message').value;
  };

  it('has again what was said and the log does not have, the same words twice, too', async () => {
    const { client } = await renderPage(states.finished, <ConversationPane />);
    const send = vi.spyOn(client, 'send');
    for (const words of ['Go on', 'Go on', 'And the tax?']) {
      await type(field('textarea', 'Message'), words);
      if (words === 'Go on') await click(elementNamed('button', 'Send'));
    }
    const [first, second] = send.mock.calls.map(([, id]) => id);
    expect(await reloaded()).toBe('Go on\n\nGo on\n\nAnd the tax?');
    expect(await reloaded(first)).toBe('Go on\n\nAnd the tax?');
    expect(await reloaded(first, second)).toBe('And the tax?');
    await type(field('textarea', 'Message'), '');
    expect(await reloaded()).toBe('');
  });

  it('has what was said once, where it is changed after a reload', async () => {
    await renderPage(states.finished, <ConversationPane />);
    await type(field('textarea', 'Message'), 'Go on');
    await click(elementNamed('button', 'Send'));
    expect(await reloaded()).toBe('Go on');
    await type(field('textarea', 'Message'), 'Go on, please');
    expect(await reloaded()).toBe('Go on, please');
    await type(field('textarea', 'Message'), '');
    expect(await reloaded()).toBe('');
  });

  it('does not have again what was stopped before it was sent', async () => {
    const { client } = await renderPage(states.finished, <ConversationPane />);
    await type(field('textarea', 'Message'), 'Go on');
    await click(elementNamed('button', 'Send'));
    await act(async () => client.store.setState({ status: 'stopping' }));
    expect(await reloaded()).toBe('');
  });

  it('does not have again what was refused for a reason that the page tells', async () => {
    const { client } = await renderPage(states.finished, <ConversationPane />);
    vi.spyOn(client, 'send').mockResolvedValue(false);
    await type(field('textarea', 'Message'), 'Go on');
    await click(elementNamed('button', 'Send'));
    expect(await reloaded()).toBe('');
  });

  it('has the words of a scenario again whose run the page left too early', async () => {
    await renderPage(states.first, <ConversationPane />);
    await click(elementNamed('button', 'Run “Fix the failing test”'));
    await unrenderAll();
    await renderPage(states.first, <ConversationPane />);
    expect(field('textarea', 'Message').value).toBe('Fix it.');
  });

  it('has a message again that the server refused, which is not sent again as it is', async () => {
    const error = { code: 'BODY_TOO_LARGE', message: 'Too long.', unsent: 'A long message' };
    const { place } = await renderPage({ ...states.failed, error }, <ConversationPane />);
    expect(field('textarea', 'Message').value).toBe('A long message');
    expect(place.querySelector('[role="alert"]')?.textContent).toContain('It is in the field below again.');
    expect(place.querySelector('[role="alert"] button')).toBeNull();
    // A reload keeps it.
    await unrenderAll();
    await renderPage(states.finished, <ConversationPane />);
    expect(field('textarea', 'Message').value).toBe('A long message');
    await type(field('textarea', 'Message'), '');
  });

  const press = (parts: KeyboardEventInit) =>
    act(async () => {
      const event = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...parts });
      field('textarea', 'Message').dispatchEvent(event);
    });

  it('sends with Enter, and begins a new line with Shift', async () => {
    const { client } = await renderPage(states.finished, <ConversationPane />);
    const send = vi.spyOn(client, 'send');
    await type(field('textarea', 'Message'), 'And the tax?');
    await press({ shiftKey: true });
    await press({ isComposing: true });
    expect(send).not.toHaveBeenCalled();
    await press({});
    expect(send).toHaveBeenCalledWith('And the tax?', expect.any(String));
  });

  it.each([
    ['approval', 'Sending now cancels the call that waits for you.'],
    ['issues', 'Sending now cancels the calls that are running.'],
    ['streaming', 'Sending now interrupts the answer.'],
  ] as const)('says what sending would cancel, once there is something to send: %s', async (state, words) => {
    const { place } = await renderPage(states[state], <ConversationPane />);
    expect(place.textContent).not.toContain(words);
    await type(field('textarea', 'Message'), 'Wait');
    expect(place.textContent).toContain(words);
  });
});

describe('retries', () => {
  const retry = { kind: 'retry', level: 'warning', runId: 'run-1' } as const;
  it('of one turn are one line, which says the last reason', async () => {
    const notices = ['Attempt 1: Busy.', 'Attempt 2: Broken.'].map((message) => ({ ...retry, message }));
    const thread = states.finished.thread ?? initialClientState.thread;
    await renderPage({ ...states.finished, thread: { ...thread, notices } }, <ConversationPane />);
    expect(document.querySelectorAll('summary')).toHaveLength(1);
    expect(document.querySelector('summary')?.textContent).toBe('Tried again 2 timesAttempt 2: Broken.');
  });
});

describe('an approval', () => {
  it('of a call that another one makes shows both', async () => {
    const within = [{ name: 'AddNote', args: '{"note":"Ship it"}' }];
    const both = states.approval.approvals.map((request) => ({ ...request, within }));
    await renderPage({ ...states.approval, approvals: both }, <ConversationPane />);
    const card = document.querySelector('[aria-label="Approval"]');
    expect(card?.textContent).toMatch(/AddNote makes this call\. It was called with:.*Ship it/);
    expect(card?.textContent).toContain(both[0]?.title);
  });

  it('opens what would change in the editor', async () => {
    const { page } = await renderPage(states.approval, <ConversationPane />);
    expect(elementNamed('[aria-label="Approval"] pre', 'Change').textContent).toContain('-  return net + rate;');
    await click(elementNamed('button', 'Open the diff'));
    expect(page.ui.getState().activeTab).toBe('preview:edit-2');
  });

  it('shows what is asked for as a change where the file does not take it, and says so', async () => {
    const blind = states.approval.approvals.map((request) => ({
      ...request,
      preview: undefined,
      input: { old_string: 'a', new_string: 'b' },
    }));
    await renderPage({ ...states.approval, approvals: blind }, <ConversationPane />);
    const card = elementNamed('section', 'Approval').textContent;
    expect(card).toContain('-a+b');
    expect(card).toContain('this call would fail');
  });

  it('is allowed once', async () => {
    const { client } = await renderPage(states.approval, <ConversationPane />);
    const decide = vi.spyOn(client, 'decide');
    await click(elementNamed('button', 'Allow'));
    expect(decide).toHaveBeenCalledWith('edit-2', { behavior: 'allow', argsHash: expect.any(String) });
  });

  it('is always allowed by the rule as the person left it', async () => {
    const { client } = await renderPage(states.approval, <ConversationPane />);
    const decide = vi.spyOn(client, 'decide');
    await type(field('input', 'Rule'), 'Edit(src/cart.ts)');
    await click(elementNamed('button', 'Always allow'));
    expect(decide).toHaveBeenCalledWith('edit-2', {
      behavior: 'always',
      rule: 'Edit(src/cart.ts)',
      argsHash: expect.any(String),
    });
  });

  it.each(['Edit(', 'nonsense', 'Read(**)', ''])('is not always allowed by “%s”', async (rule) => {
    await renderPage(states.approval, <ConversationPane />);
    await type(field('input', 'Rule'), rule);
    expect(elementNamed('button', 'Always allow').matches(':disabled')).toBe(true);
    expect(field('input', 'Rule').getAttribute('aria-invalid')).toBe('true');
  });

  it('is denied with a reason', async () => {
    const { client } = await renderPage(states.approval, <ConversationPane />);
    const decide = vi.spyOn(client, 'decide');
    await click(elementNamed('button', 'Deny…'));
    await type(field('input', 'Reason'), 'Not this file');
    await click(elementNamed('button', 'Deny'));
    expect(decide).toHaveBeenCalledWith('edit-2', {
      behavior: 'deny',
      reason: 'Not this file',
      argsHash: expect.any(String),
    });
  });

  it('forgets a reason that was left by Escape', async () => {
    await renderPage(states.approval, <ConversationPane />);
    await click(elementNamed('button', 'Deny…'));
    await type(field('input', 'Reason'), 'Not this file');
    await act(async () => {
      field('input', 'Reason').dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    });
    await click(elementNamed('button', 'Deny…'));
    expect(field('input', 'Reason').value).toBe('');
  });
});
