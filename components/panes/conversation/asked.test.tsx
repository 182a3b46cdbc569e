// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ClientState } from '@/lib/client/state';
import { field, elementNamed, renderPage, unrenderAll } from '../../fixtures/render';
import { Asked } from './asked';
import { TodoLine } from './conversation-pane';

beforeAll(async () => {
  await Promise.all([
    import('./plan-card'),
    import('./question-card'),
    import('../../elements/markdown/rendered-markdown'),
  ]);
});
afterEach(async () => {
  await unrenderAll();
  sessionStorage.clear();
});

const click = (element: HTMLElement) => act(async () => element.click());
const type = (box: HTMLInputElement, text: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box, text);
    box.dispatchEvent(new Event('input', { bubbles: true }));
  });

const plan: Partial<ClientState> = { plans: [{ callId: 'p', text: '# Move the tax\n\n1. **First** this' }] };
const options = [{ label: 'Red', description: 'Warm' }, { label: 'Blue' }];
const questions: Partial<ClientState> = {
  questions: [
    {
      callId: 'q',
      questions: [
        { question: 'Which colour?', header: 'Colour', options },
        { question: 'Which more?', options, multiple: true },
      ],
    },
  ],
};

describe('a plan', () => {
  it('is shown as it was meant, and approved', async () => {
    const { client, place } = await renderPage(plan, <Asked />);
    const answer = vi.spyOn(client, 'answerPlan');
    expect(place.querySelector('h1')?.textContent).toBe('Move the tax');
    await click(elementNamed('button', 'Approve'));
    expect(answer).toHaveBeenCalledExactlyOnceWith('p', { answer: 'approved' });
  });

  it('is sent back with what should change, and not without', async () => {
    const { client } = await renderPage(plan, <Asked />);
    const answer = vi.spyOn(client, 'answerPlan');
    await click(elementNamed('button', 'Ask for changes'));
    await click(elementNamed('button', 'Send back'));
    expect(answer).not.toHaveBeenCalled();
    await type(field('input', 'What should change'), ' Keep it short. ');
    await click(elementNamed('button', 'Send back'));
    expect(answer).toHaveBeenCalledExactlyOnceWith('p', { answer: 'change', feedback: 'Keep it short.' });
  });

  it('is rejected, and what was typed for another answer does not go with it', async () => {
    const { client } = await renderPage(plan, <Asked />);
    const answer = vi.spyOn(client, 'answerPlan');
    await click(elementNamed('button', 'Ask for changes'));
    await type(field('input', 'What should change'), 'all of it');
    await click(elementNamed('button', 'Back'));
    await click(elementNamed('button', 'Reject…'));
    await click(elementNamed('button[type=submit]', 'Reject'));
    expect(answer).toHaveBeenCalledExactlyOnceWith('p', { answer: 'rejected' });
  });

  it.each([
    ['Ask for changes', 'What should change'],
    ['Reject…', 'Reason for rejecting'],
  ])('has what was typed after “%s” again after a reload, until the person goes back', async (button, label) => {
    await renderPage(plan, <Asked />);
    await click(elementNamed('button', button));
    await type(field('input', label), 'Keep it sh');
    await unrenderAll();
    await renderPage(plan, <Asked />);
    expect(field('input', label).value).toBe('Keep it sh');
    await click(elementNamed('button', 'Back'));
    await unrenderAll();
    await renderPage(plan, <Asked />);
    expect(document.querySelector('input')).toBeNull();
  });

  it('waits behind a call that only needs to be allowed, and in the tab that runs the thread', async () => {
    const { place } = await renderPage({ ...plan, executor: 'elsewhere' }, <Asked />);
    expect(place.textContent).toBe('');
  });
});

describe('questions', () => {
  it('are answered by choice and in other words', async () => {
    const { client } = await renderPage(questions, <Asked />);
    const answer = vi.spyOn(client, 'answer');
    await click(elementNamed('label', 'Red'));
    expect(elementNamed('button', 'Answer')).toHaveProperty('disabled', true);
    await type(field('input', 'In your own words: Which more?'), 'green');
    await click(elementNamed('fieldset:last-of-type label', 'Blue'));
    await click(elementNamed('button', 'Answer'));
    expect(answer).toHaveBeenCalledExactlyOnceWith('q', [['Red'], ['Blue', 'green']]);
  });

  it('are answered by number keys', async () => {
    const { client } = await renderPage(questions, <Asked />);
    const answer = vi.spyOn(client, 'answer');
    const press = (box: string, key: string) =>
      act(async () => {
        const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
        document.querySelector(`fieldset:${box} input`)?.dispatchEvent(event);
      });
    await press('first-of-type', '2');
    await press('last-of-type', '1');
    await press('last-of-type', '2');
    await click(elementNamed('button', 'Answer'));
    expect(answer).toHaveBeenCalledExactlyOnceWith('q', [['Blue'], ['Red', 'Blue']]);
  });

  it('show keys for the one that has the focus, else for the first that is open', async () => {
    const { place } = await renderPage(questions, <Asked />);
    const keyed = () => [...place.querySelectorAll('fieldset')].map((one) => one.querySelectorAll('kbd').length);
    const press = (key: string) =>
      act(async () => {
        const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
        (document.activeElement ?? document.body).dispatchEvent(event);
      });
    expect(keyed()).toEqual([2, 0]);
    await act(async () => place.querySelector<HTMLElement>('fieldset:last-of-type input')?.focus());
    expect(keyed()).toEqual([0, 2]);
    await press('2');
    expect([...place.querySelectorAll('input:checked')].map((box) => box.closest('label')?.textContent)).toEqual([
      'Blue2',
    ]);
    await act(async () => place.querySelector<HTMLElement>('fieldset:first-of-type input')?.focus());
    await press('1');
    // Both are answered: it stays where it is.
    expect(keyed()).toEqual([2, 0]);
  });

  it('pass the keys on to the next once one is answered', async () => {
    const { place } = await renderPage(questions, <Asked />);
    const press = (key: string) =>
      act(async () => {
        const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
        (document.activeElement ?? document.body).dispatchEvent(event);
      });
    await press('2');
    await press('1');
    await press('2');
    const chosen = [...place.querySelectorAll('input:checked')].map((box) => box.closest('label')?.textContent);
    expect(chosen.map((text) => text?.replace(/\d$/, ''))).toEqual(['Blue', 'RedWarm', 'Blue']);
  });

  it('keep what was chosen and typed over a reload, until they are answered', async () => {
    const { client } = await renderPage(questions, <Asked />);
    vi.spyOn(client, 'answer');
    await click(elementNamed('label', 'Red'));
    await type(field('input', 'In your own words: Which more?'), 'gre');
    await unrenderAll();
    const { place } = await renderPage(questions, <Asked />);
    expect(place.querySelector('input:checked')?.closest('label')?.textContent).toContain('Red');
    expect(field('input', 'In your own words: Which more?').value).toBe('gre');
    await click(elementNamed('button', 'Answer'));
    await unrenderAll();
    const again = await renderPage(questions, <Asked />);
    expect(again.place.querySelector('input:checked')).toBeNull();
  });

  it('have their keys as soon as they show, but for who types or presses a button', async () => {
    const { client, place } = await renderPage(
      questions,
      <>
        <textarea />
        <button type="button">Stop</button>
        <Asked />
      </>,
    );
    const answer = vi.spyOn(client, 'answer');
    const press = (on: string, key: string) =>
      act(async () => {
        const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
        document.querySelector(on)?.dispatchEvent(event);
      });
    await press('textarea', '1');
    expect(place.querySelector('input:checked')).toBeNull();
    await press('body', '2');
    await press('body', '1');
    expect(document.activeElement?.closest('fieldset')?.textContent).toContain('Which more?');
    await press('button', 'Enter');
    expect(answer).not.toHaveBeenCalled();
    await press('body', 'Enter');
    expect(answer).toHaveBeenCalledExactlyOnceWith('q', [['Blue'], ['Red']]);
  });

  it('may be skipped', async () => {
    const { client } = await renderPage(questions, <Asked />);
    const answer = vi.spyOn(client, 'answer');
    await click(elementNamed('label', 'Red'));
    await click(elementNamed('button', 'Skip'));
    expect(answer).toHaveBeenCalledExactlyOnceWith('q', [['Red'], []]);
  });
});

describe('the line of the to-do list', () => {
  const todos = (statuses: readonly ('pending' | 'in_progress' | 'completed')[]): Partial<ClientState> => {
    const value = statuses.map((status, index) => ({ content: `Do ${index}`, status, activeForm: `Doing ${index}` }));
    return { ports: { todos: { value, subscribe: () => () => undefined, set: async () => undefined } } };
  };

  it('says what is being done, and leads to the list', async () => {
    const { page, place } = await renderPage(todos(['completed', 'in_progress']), <TodoLine />);
    expect(place.textContent).toBe('Doing 11 of 2 done');
    await click(elementNamed('button', 'Doing 1'));
    expect(page.ui.getState()).toMatchObject({ detail: 'stores', store: 'todos' });
  });

  it('is not there when everything is done', async () => {
    const { place } = await renderPage(todos(['completed']), <TodoLine />);
    expect(place.textContent).toBe('');
  });
});
