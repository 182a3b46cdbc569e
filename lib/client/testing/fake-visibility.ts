import type { Visibility } from '../thread/visibility';

/** A tab that a test can hide and show. */
export function createFakeVisibility(): Visibility & { show(shown: boolean): void } {
  let hidden = false;
  const target = new EventTarget();
  return {
    hidden: () => hidden,
    onChange: (callback, signal) => target.addEventListener('change', callback, { signal }),
    show(shown) {
      hidden = !shown;
      target.dispatchEvent(new Event('change'));
    },
  };
}
