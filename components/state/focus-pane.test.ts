// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import { focusPane } from './focus-pane';

afterEach(() => document.body.replaceChildren());

function paneWith(html: string): HTMLElement {
  document.body.innerHTML = `<input><section data-pane="Events" tabindex="-1">${html}</section>`;
  const pane = document.querySelector<HTMLElement>('section');
  if (!pane) throw new Error('the pane was just made');
  return pane;
}
const focused = (): string | undefined => document.activeElement?.tagName;
const fill = (pane: HTMLElement): void => pane.insertAdjacentHTML('beforeend', '<button data-pane-focus>List</button>');

describe('focusPane', () => {
  it('goes at once to what the pane says should have it: what is typed next belongs there', () => {
    fill(paneWith(''));
    focusPane('Events');
    expect(focused()).toBe('BUTTON');
  });

  it('goes to the text of an editor', () => {
    paneWith('<div data-pane-text><i></i><div role="textbox" tabindex="0"></div></div>');
    focusPane('Events');
    expect(document.activeElement?.role).toBe('textbox');
  });

  it('goes to a pane that is shown only then, before another key is pressed', async () => {
    const pane = paneWith('');
    pane.hidden = true;
    queueMicrotask(() => (pane.hidden = false));
    focusPane('Events');
    expect(focused()).toBe('BODY');
    await Promise.resolve();
    expect(focused()).toBe('SECTION');
  });

  it('goes to the pane, and on as soon as what should have it has loaded', async () => {
    const pane = paneWith('<p>Loading…</p>');
    focusPane('Events');
    expect(focused()).toBe('SECTION');
    fill(pane);
    await expect.poll(() => focused()).toBe('BUTTON');
  });

  it('leaves a person alone who writes in the pane already', () => {
    paneWith('<textarea></textarea>');
    document.querySelector('textarea')?.focus();
    focusPane('Events');
    expect(focused()).toBe('TEXTAREA');
  });

  it('leaves a person alone who has gone on meanwhile', async () => {
    const pane = paneWith('');
    focusPane('Events');
    document.querySelector('input')?.focus();
    fill(pane);
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(focused()).toBe('INPUT');
  });
});
