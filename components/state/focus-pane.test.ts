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
  it('goes to what the pane says should have it', async () => {
    fill(paneWith(''));
    focusPane('Events');
    await expect.poll(() => focused()).toBe('BUTTON');
  });

  it('goes to the pane, and on as soon as what should have it has loaded', async () => {
    const pane = paneWith('<p>Loading…</p>');
    focusPane('Events');
    await expect.poll(() => focused()).toBe('SECTION');
    fill(pane);
    await expect.poll(() => focused()).toBe('BUTTON');
  });

  it('leaves a person alone who writes in the pane already', async () => {
    paneWith('<textarea></textarea>');
    document.querySelector('textarea')?.focus();
    focusPane('Events');
    await new Promise((resolve) => requestAnimationFrame(resolve));
    expect(focused()).toBe('TEXTAREA');
  });

  it('leaves a person alone who has gone on meanwhile', async () => {
    const pane = paneWith('');
    focusPane('Events');
    await expect.poll(() => focused()).toBe('SECTION');
    document.querySelector('input')?.focus();
    fill(pane);
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(focused()).toBe('INPUT');
  });
});
