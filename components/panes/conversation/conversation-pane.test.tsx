// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { field, elementNamed, renderPage, unrenderAll } from '../../fixtures/render';
import { states } from '../../fixtures/states';
import type { ClientState } from '@/lib/client/state';
import { initialClientState } from '../../state/initial-state';
import { keepSaid } from '../../state/keep-said';
import { ConversationPane } from './conversation-pane';

beforeAll(async () => {
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

  it('draws the end of a long conversation first, and what is before it after that', async () => {
    const messages = Array.from({ length: 100 }, (_, at) => ({
      id: `m${at}`,
      role: 'user' as const,
      content: `says ${at}.`,
    }));
    const { place, client } = await renderPage(
      { ...states.finished, status: 'loading', thread: { ...initialClientState.thread, messages } },
      <ConversationPane />,
    );
    const drawn = () => [...(place.textContent ?? '').matchAll(/says (\d+)\./g)].map(([, at]) => Number(at));
    expect(drawn()).toEqual(Array.from({ length: 30 }, (_, at) => at + 70));
    await act(async () => client.store.setState({ status: 'idle' }));
    await vi.waitFor(() => expect(drawn()).toEqual(Array.from({ length: 100 }, (_, at) => at)));
    await act(async () => client.store.setState({ status: 'loading' }));
    expect(drawn()).toHaveLength(100);
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

  /** The page, which keeps what is said in it. */
  const keeping = async (state: Partial<ClientState>, parts: Parameters<typeof renderPage>[2] = {}) => {
    const rendered = await renderPage(state, <ConversationPane />, parts);
    await act(async () => void keepSaid(rendered.page));
    return rendered;
  };
  const sayThere = async (...all: readonly string[]) => {
    for (const words of all) {
      await type(field('textarea', 'Message'), words);
      await click(elementNamed('button', 'Send'));
    }
  };
  /** A state whose log has these messages, too. */
  const withLogged = (state: Partial<ClientState>, ...ids: readonly (string | undefined)[]): Partial<ClientState> => {
    const { thread = initialClientState.thread } = state;
    const said = ids.map((id = '') => ({ id, role: 'user' as const, content: 'Go on' }));
    return { ...state, thread: { ...thread, messages: [...thread.messages, ...said] } };
  };
  /** What stands in the conversation and was said, and what is in the field. */
  const shown = ({ place }: { place: HTMLElement }, words = 'Go on'): [string[] | undefined, string] => [
    place.querySelector('[role="log"]')?.textContent?.split(`You: ${words}`).slice(1),
    field('textarea', 'Message').value,
  ];
  const idle = { ...states.finished, threadId: 'thread' };
  const busy = { ...idle, status: 'model' } as const;

  it('leaves what is said to the conversation at once, which shows it once', async () => {
    const page = await keeping(busy);
    const send = vi.spyOn(page.client, 'send');
    await sayThere('Go on');
    expect(shown(page)).toEqual([['Being sent'], '']);
    await act(async () => page.client.store.setState(withLogged(busy, send.mock.calls[0]?.[1])));
    expect(shown(page)).toEqual([[''], '']);
    // Nothing of it comes back.
    await unrenderAll();
    expect(shown(await keeping(idle))).toEqual([[], '']);
  });

  it('shows the words of a run before anything of its thread has loaded', async () => {
    const page = await keeping(states.first);
    await click(elementNamed('button', 'Run “Fix the failing test”'));
    expect(shown(page, 'Fix it.')).toEqual([['Being sent'], '']);
  });

  it.each([
    ['not the log, the same words twice, too', [], ['Not sentSend againEdit', 'Not sentSend againEdit']],
    ['the log, the first', [0], ['', 'Not sentSend againEdit']],
    ['the log, both', [0, 1], ['', '']],
  ] as const)('shows after a reload what was said before it and has come to %s', async (_, logged, expected) => {
    const { client } = await keeping(busy);
    const send = vi.spyOn(client, 'send');
    await sayThere('Go on', 'Go on');
    const ids = send.mock.calls.map(([, id]) => id);
    await unrenderAll();
    const page = await keeping(withLogged(idle, ...logged.map((index) => ids[index])));
    expect(shown(page)).toEqual([expected, '']);
  });

  it('sends again as the message that it was, or gives it back to be changed', async () => {
    const { client } = await keeping(busy);
    const first = vi.spyOn(client, 'send');
    await sayThere('Go on', 'And the tax?');
    await unrenderAll();
    const page = await keeping(idle);
    await act(async () => page.client.store.setState(busy));
    const again = vi.spyOn(page.client, 'send');
    await click(elementNamed('button', 'Send again'));
    expect(again.mock.calls).toEqual(first.mock.calls.slice(0, 1));
    await type(field('textarea', 'Message'), 'Wait');
    await click(elementNamed('p button:last-of-type', 'Edit'));
    expect(shown(page)).toEqual([['Being sent'], 'And the tax?\n\nWait']);
  });

  it.each([
    ['the thread that the server had begun', true, ['thread']],
    ['no other where it had not', false, []],
  ] as const)('opens after a reload %s', async (_, ok, opened) => {
    await keeping(states.first);
    await click(elementNamed('button', 'Run “Fix the failing test”'));
    await unrenderAll();
    const page = await renderPage(states.first, <ConversationPane />);
    const refused = { ok: false, code: 'NOT_FOUND', message: 'None.' } as const;
    page.client.exchanges = async () => (ok ? { ok, value: [] } : refused);
    const open = vi.spyOn(page.client, 'openThread');
    await act(async () => void keepSaid(page.page));
    expect(open.mock.calls.flat()).toEqual(opened);
    expect(shown(page, 'Fix it.')[0]).toEqual(['Not sentSend againEdit']);
  });

  it.each([
    ['stopped', { status: 'stopping' }, [[], '']],
    ['left with its thread', { ...idle, threadId: 'other' }, [[], 'Go on']],
    ['left for a new thread', initialClientState, [undefined, 'Go on']],
    ['not reached the server', { status: 'error', error: { code: 'NETWORK_ERROR', message: '' } }, [['Not sent'], '']],
    [
      'been refused for good',
      { status: 'error', error: { code: 'BODY_TOO_LARGE', message: '', unsent: 'Go on' } },
      [['Not sentSend againEdit'], ''],
    ],
  ] as const)('has what was said in one place once it has %s', async (_, state, expected) => {
    const page = await keeping(busy);
    await sayThere('Go on');
    await act(async () => page.client.store.setState(state));
    const [said, typed] = shown(page);
    const parts = said?.map((text) => text.replace(/(NETWORK_ERROR|BODY_TOO_LARGE).*/, ''));
    expect([parts?.length === 0 && expected[0] === undefined ? undefined : parts, typed]).toEqual(expected);
  });

  it('forgets what was refused for a reason that the page tells', async () => {
    const page = await keeping(idle);
    vi.spyOn(page.client, 'send').mockResolvedValue(undefined);
    await sayThere('Go on');
    expect(shown(page)).toEqual([[], '']);
    await unrenderAll();
    expect(shown(await keeping(idle))).toEqual([[], '']);
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
