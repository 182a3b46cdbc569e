// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keepFocus } from './keep-focus';

let over: AbortController;
let frame: HTMLIFrameElement;
let field: HTMLInputElement;
beforeEach(() => {
  over = new AbortController();
  field = document.body.appendChild(document.createElement('input'));
  frame = document.body.appendChild(document.createElement('iframe'));
  frame.tabIndex = 0;
});
afterEach(() => {
  over.abort();
  document.body.replaceChildren();
});

/** The page in the frame takes the focus, as the window is told. */
const take = async () => {
  frame.focus();
  window.dispatchEvent(new FocusEvent('blur'));
  await new Promise((resolve) => setTimeout(resolve));
};

describe('a page that takes the keyboard', () => {
  it('gives it back to what had it', async () => {
    keepFocus(frame, over.signal);
    field.focus();
    await take();
    expect(document.activeElement).toBe(field);
  });

  it('gives it back to the document where nothing had it, or what had it is gone', async () => {
    keepFocus(frame, over.signal);
    await take();
    expect(document.activeElement).toBe(document.body);
    field.focus();
    field.remove();
    await take();
    expect(document.activeElement).toBe(document.body);
  });

  it('keeps it once the person has pressed in it, until they go elsewhere', async () => {
    const focus = keepFocus(frame, over.signal);
    field.focus();
    await take();
    focus.pressed();
    await take();
    expect(document.activeElement).toBe(frame);
    field.focus();
    await take();
    expect(document.activeElement).toBe(field);
  });

  it('keeps it where the person went there with Tab', async () => {
    keepFocus(frame, over.signal);
    field.focus();
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab' }));
    await take();
    expect(document.activeElement).toBe(frame);
  });
});
