/**
 * Lets the page's scripts focus elements without taking the keyboard from a person outside the frame: until the person is in the
 * page, focus is only simulated, with its events and `document.activeElement`.
 */
export function keepFocusQuiet(onPressed: () => void): void {
  const activeOf = Object.getOwnPropertyDescriptor(Document.prototype, 'activeElement')?.get;
  /** Whether the person is in the page. */
  let here = false;
  let acted: HTMLElement | undefined;

  const active = (): unknown => (acted?.isConnected ? acted : activeOf?.call(document));
  HTMLElement.prototype.focus = new Proxy(HTMLElement.prototype.focus, {
    apply(focus, element: HTMLElement, args) {
      if (here) return Reflect.apply(focus, element, args);
      const before = active();
      if (before === element || !canHaveFocus(element)) return;
      if (before instanceof HTMLElement && before !== document.body) leave(before, element);
      acted = element;
      element.dispatchEvent(new FocusEvent('focus'));
      element.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
    },
  });
  HTMLElement.prototype.blur = new Proxy(HTMLElement.prototype.blur, {
    apply(blur, element, args) {
      if (element !== acted || !acted) return Reflect.apply(blur, element, args);
      leave(acted);
      acted = undefined;
    },
  });
  Object.defineProperty(document, 'activeElement', { configurable: true, get: active });

  const enter = ({ isTrusted }: Event): void => {
    if (isTrusted) here = true;
  };
  addEventListener('keydown', enter, true);
  addEventListener(
    'pointerdown',
    (event) => {
      enter(event);
      if (event.isTrusted) onPressed();
    },
    true,
  );
  addEventListener('focusin', ({ isTrusted }) => isTrusted && (acted = undefined), true);
  addEventListener('blur', ({ target }) => target === window && (here = false));
}

function leave(element: HTMLElement, relatedTarget: HTMLElement | null = null): void {
  element.dispatchEvent(new FocusEvent('blur', { relatedTarget }));
  element.dispatchEvent(new FocusEvent('focusout', { bubbles: true, relatedTarget }));
}

const canHaveFocus = (element: HTMLElement): boolean =>
  element.isConnected &&
  !element.matches(':disabled') &&
  (element.tabIndex >= 0 || element.hasAttribute('tabindex') || element.isContentEditable);
