import type { Fault } from './session-facts';

/** What went wrong beside the thread last: it is said, and the thread goes on. */
export interface Mishaps {
  readonly last: Fault | undefined;
  add(code: string, message: string): void;
  /** Something new begins. Tells nobody. */
  forget(): void;
}

export function createMishaps(onChange: () => void): Mishaps {
  let last: Fault | undefined;
  return {
    get last() {
      return last;
    },
    add(code, message) {
      last = { code, message };
      onChange();
    },
    forget: () => (last = undefined),
  };
}
