// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { keepFocusQuiet } from './quiet-focus';

it('acts a focus out while the person is elsewhere: its events come, and nothing has the keyboard', () => {
  const [one, two] = [document.createElement('input'), document.createElement('button')];
  document.body.append(one, two);
  const nativeFocus: unknown[] = [];
  HTMLElement.prototype.focus = function focus() {
    nativeFocus.push(this);
  };
  keepFocusQuiet(() => undefined);
  const heard: string[] = [];
  for (const type of ['focus', 'blur', 'focusin', 'focusout']) {
    for (const element of [one, two]) element.addEventListener(type, () => heard.push(`${element.localName} ${type}`));
  }
  one.focus();
  expect(document.activeElement).toBe(one);
  two.focus();
  expect(document.activeElement).toBe(two);
  two.blur();
  expect(document.activeElement).toBe(document.body);
  expect(heard).toEqual([
    'input focus',
    'input focusin',
    'input blur',
    'input focusout',
    'button focus',
    'button focusin',
    'button blur',
    'button focusout',
  ]);
  two.disabled = true;
  two.focus();
  expect([document.activeElement, nativeFocus]).toEqual([document.body, []]);
});
