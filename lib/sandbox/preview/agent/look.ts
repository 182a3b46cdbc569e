import { MAX_TEXT, MAX_TITLE } from '../limits';
import type { SeenPage } from '../messages';
import { CONTROLS, isVisible, labelOf, nameControls } from './targets';

const SKIPPED = new Set(['SCRIPT', 'STYLE', 'NOSCRIPT', 'TEMPLATE', 'HEAD']);
const BLOCK = /^(block|flex|grid|list-item|table|table-row|flow-root)$/;

/** The page as text, with each control at its position and with its reference. */
export function look(): Omit<SeenPage, 'console'> {
  const references = new Map(nameControls().map((control, index) => [control, index + 1]));
  let text = '';
  const walk = (node: Node): void => {
    if (node.nodeType === Node.TEXT_NODE) text += (node.textContent ?? '').replace(/\s+/g, ' ');
    if (!(node instanceof Element) || SKIPPED.has(node.tagName) || !shown(node)) return;
    const reference = node instanceof HTMLElement ? references.get(node) : undefined;
    const block = BLOCK.test(getComputedStyle(node).display) || node.tagName === 'BR';
    if (block) text += '\n';
    if (reference !== undefined && node instanceof HTMLElement) text += ` ${describeControl(node, reference)} `;
    else {
      if (/^H[1-6]$/.test(node.tagName)) text += `${'#'.repeat(Number(node.tagName[1]))} `;
      if (node.tagName === 'IMG') text += `(picture: ${node.getAttribute('alt') ?? ''})`;
      node.childNodes.forEach(walk);
    }
    if (block) text += '\n';
  };
  if (document.body) walk(document.body);
  const lines = text.split('\n').map((line) => line.replace(/ +/g, ' ').trim());
  const tidy = lines
    .filter((line, index) => line !== '' || lines[index - 1] !== '')
    .join('\n')
    .trim();
  return { title: document.title.slice(0, MAX_TITLE), text: tidy.slice(0, MAX_TEXT) };
}

const shown = (element: Element): boolean =>
  isVisible(element) || getComputedStyle(element).display === 'contents' || element.querySelector(CONTROLS) !== null;

function describeControl(control: HTMLElement, reference: number): string {
  const label = labelOf(control);
  return `[${reference}] ${roleOf(control)}${label === '' ? '' : ` “${label}”`}${stateOf(control)}`;
}

function roleOf(control: HTMLElement): string {
  const role = control.getAttribute('role');
  if (role) return role;
  if (control instanceof HTMLAnchorElement) return 'link';
  if (control instanceof HTMLSelectElement) return 'choice';
  if (control instanceof HTMLTextAreaElement || control.isContentEditable) return 'text field';
  if (!(control instanceof HTMLInputElement)) return 'button';
  if (control.type === 'checkbox' || control.type === 'radio') return control.type;
  return /^(submit|button|reset|image)$/.test(control.type) ? 'button' : 'text field';
}

function stateOf(control: HTMLElement): string {
  const off = control.matches(':disabled') ? ', disabled' : '';
  if (control instanceof HTMLSelectElement) {
    const options = [...control.options].map((option) => option.text).join(' | ');
    return `: “${control.selectedOptions[0]?.text ?? ''}” of ${options}${off}`;
  }
  if (control instanceof HTMLTextAreaElement) return `: “${control.value}”${off}`;
  if (!(control instanceof HTMLInputElement)) return off;
  if (control.type === 'checkbox' || control.type === 'radio') return `${control.checked ? ', chosen' : ''}${off}`;
  if (control.type === 'password') return off;
  return /^(submit|button|reset|image)$/.test(control.type) ? off : `: “${control.value}”${off}`;
}
