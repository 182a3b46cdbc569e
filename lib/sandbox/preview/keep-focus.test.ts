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
const take = () => {
  frame.focus();
  window.dispatchEvent(new FocusEvent('blur'));
};

describe('a page that takes the keyboard', () => {
  it('gives it back to what had it', () => {
    keepFocus(frame, over.signal);
    field.focus();
    take();
    expect(document.activeElement).toBe(field);
  });

  it('gives it back to the document where nothing had it, or what had it is gone', () => {
    keepFocus(frame, over.signal);
    take();
    expect(document.activeElement).toBe(document.body);
    field.focus();
    field.remove();
    take();
    expect(document.activeElement).toBe(document.body);
  });

  it('keeps it once the person has pressed in it, until they go elsewhere', () => {
    const focus = keepFocus(frame, over.signal);
    field.focus();
    take();
    focus.pressed();
    take();
    expect(document.activeElement).toBe(frame);
    field.focus();
    take();
    expect(document.activeElement).toBe(field);
  });

  it('keeps it where the person went there with Tab', () => {
    keepFocus(frame, over.signal);
    field.focus();
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab' }));
    take();
    expect(document.activeElement).toBe(frame);
  });
});
