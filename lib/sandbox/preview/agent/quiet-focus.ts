/**
 * Scripts of the page may focus what they like without taking the keyboard from the person outside: until the person is in the
 * page themselves, a focus is acted out with its events, and `document.activeElement` says so.
 */
export function keepFocusQuiet(onPressed: () => void): void {
  const activeOf = Object.getOwnPropertyDescriptor(Document.prototype, 'activeElement')?.get;
  /** The person is in the page. */
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
