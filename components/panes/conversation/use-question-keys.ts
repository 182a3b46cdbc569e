'use client';

import { useLayoutEffect, useRef, type RefObject } from 'react';
import { isTextField } from '../../state/keys';
import { usePage } from '../../state/page-context';

/** Elements that have their own use for Enter. */
const CONTROLS = 'button, a[href], summary, [role="tab"], [role="treeitem"], [role="option"]';

/**
 * The card's keys work as soon as it shows, wherever the focus is: a digit chooses an option of the question that
 * has the focus, else of the first unanswered one. An answered question passes the focus on to the next. Enter submits. Text fields, controls and dialogs keep their keys.
 */
export function useQuestionKeys(): RefObject<HTMLFormElement | null> {
  const { ui } = usePage();
  const form = useRef<HTMLFormElement>(null);
  // Before the card is painted: a person may press a key as soon as they see it.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const { target, key, altKey, ctrlKey, metaKey } = event;
      const typing = isTextField(target) && !isOption(target);
      const taken = event.defaultPrevented || event.isComposing || ui.getState().dialog || typing;
      if (!form.current || taken || altKey || ctrlKey || metaKey) return;
      if (/^[1-9]$/.test(key)) {
        const question = form.current.querySelector('fieldset[data-keyed]');
        const option = question?.querySelectorAll('label input').item(Number(key) - 1);
        if (!(option instanceof HTMLInputElement)) return;
        event.preventDefault();
        option.focus();
        option.click();
        // More than one may be chosen of a list of boxes: it keeps the focus.
        if (option.type === 'radio') openAfter(question)?.focus();
      } else if (key === 'Enter' && !(target instanceof Element && target.closest(CONTROLS))) {
        event.preventDefault();
        form.current.requestSubmit();
      }
    };
    // Runs before the page's own digit shortcuts.
    addEventListener('keydown', press, true);
    return () => removeEventListener('keydown', press, true);
  }, [ui]);
  return form;
}

const isOption = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement && (target.type === 'radio' || target.type === 'checkbox');

/** The first option of the next unanswered question; undefined if there is none. */
function openAfter(question: Element | null): HTMLElement | undefined {
  for (let next = question?.nextElementSibling; next; next = next.nextElementSibling) {
    const isOpen =
      !next.querySelector('input:checked') && !next.querySelector<HTMLInputElement>(':scope > input')?.value;
    if (isOpen) return next.querySelector<HTMLElement>('label input') ?? undefined;
  }
  return undefined;
}
