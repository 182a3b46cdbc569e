import { Refused } from './refused';

/** Replaces a field's value with the events of a person's typing. A trailing line break submits the field's form. */
export function typeInto(field: HTMLElement, text: string): void {
  const sends = text.endsWith('\n') && !(field instanceof HTMLTextAreaElement);
  const typed = sends ? text.slice(0, -1) : text;
  field.focus();
  if (field instanceof HTMLSelectElement) choose(field, typed);
  else if (field instanceof HTMLInputElement) setValue(HTMLInputElement.prototype, field, typed);
  else if (field instanceof HTMLTextAreaElement) setValue(HTMLTextAreaElement.prototype, field, typed);
  else if (field.isContentEditable) field.textContent = typed;
  else throw new Refused('UNSUPPORTED', 'That control takes no text; click it instead.');
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
  if (sends && field instanceof HTMLInputElement) field.form?.requestSubmit();
}

/** Uses the element's native setter, as libraries override it. */
function setValue(prototype: object, field: HTMLElement, value: string): void {
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
}

function choose(field: HTMLSelectElement, words: string): void {
  const option = [...field.options].find(({ text, value }) => text === words || value === words);
  if (!option) throw new Refused('NOT_FOUND', `There is no “${words}” to choose.`);
  field.value = option.value;
}
