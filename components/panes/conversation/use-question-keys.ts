'use client';

import { useLayoutEffect, useRef, type RefObject } from 'react';
import { isTextField } from '../../state/keys';
import { usePage } from '../../state/page-context';

/** Elements that have their own use for Enter. */
const CONTROLS = 'button, a[href], summary, [role="tab"], [role="treeitem"], [role="option"]';

/**
 * The card's keys work as soon as it shows, wherever the focus is: a digit chooses an option of the first unanswered question
 * and focuses it, Enter submits. Text fields, controls and dialogs keep their keys.
 */
export function useQuestionKeys(): RefObject<HTMLFormElement | null> {
  const { ui } = usePage();
  const form = useRef<HTMLFormElement>(null);
  // Before the card is painted: a person may press a key as soon as they see it.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const { target, key, altKey, ctrlKey, metaKey } = event;
      const taken = event.defaultPrevented || event.isComposing || ui.getState().dialog || isTextField(target);
      if (!form.current || taken || altKey || ctrlKey || metaKey) return;
      if (/^[1-9]$/.test(key)) {
        const option = nextQuestion(form.current)
          ?.querySelectorAll('label input')
          .item(Number(key) - 1);
        if (!(option instanceof HTMLInputElement)) return;
        event.preventDefault();
        option.focus();
        option.click();
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

function nextQuestion(form: HTMLFormElement): HTMLFieldSetElement | undefined {
  const questions = [...form.querySelectorAll('fieldset')];
  const open = questions.find(
    (question) =>
      !question.querySelector('input:checked') && !question.querySelector<HTMLInputElement>(':scope > input')?.value,
  );
  return open ?? questions[0];
}
