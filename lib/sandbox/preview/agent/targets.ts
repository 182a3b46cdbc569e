import { Refused } from './refused';

export const CONTROLS =
  'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=link], [role=checkbox], [contenteditable=true], [onclick]';

/** The controls last listed; their references count from 1. */
let named: readonly HTMLElement[] = [];

export function nameControls(): readonly HTMLElement[] {
  named = [...document.querySelectorAll<HTMLElement>(CONTROLS)].filter(isVisible);
  return named;
}

/** Finds a control by its reference or its exact label. */
export function findElement(target: string): HTMLElement {
  const plain = target.trim().replace(/^\[(\d+)\]$/, '$1');
  const found = /^\d+$/.test(plain)
    ? named[Number(plain) - 1]
    : [...document.querySelectorAll<HTMLElement>(CONTROLS)].find((control) => labelOf(control) === plain);
  if (!found?.isConnected) throw new Refused('NOT_FOUND', `There is no control ${target} on the page now.`);
  return found;
}

export const isVisible = (element: Element): boolean => element.getClientRects().length > 0;

/** A control's label, text, or placeholder. */
export function labelOf(control: HTMLElement): string {
  const field = control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement;
  const labels = field || control instanceof HTMLSelectElement ? [...(control.labels ?? [])] : [];
  const words =
    control.getAttribute('aria-label') ??
    (labels.map((label) => ownText(label, control)).join(' ') ||
      (field ? control.placeholder || control.name : control.textContent));
  const button =
    control instanceof HTMLInputElement && /^(submit|button|reset)$/.test(control.type) ? control.value : '';
  return (words || button || control.title || control.id || '').replace(/\s+/g, ' ').trim().slice(0, 200);
}

/** A label's text without that of the field inside it. */
function ownText(label: HTMLElement, field: HTMLElement): string {
  const copy = label.cloneNode(true);
  if (!(copy instanceof HTMLElement)) return '';
  if (label.contains(field)) for (const inner of copy.querySelectorAll('input, select, textarea')) inner.remove();
  return copy.textContent ?? '';
}
