import type { Failure } from './thread/session-snapshot';

/** What went wrong beside the thread last: it is said, and the thread goes on. */
export interface Problems {
  readonly last: Failure | undefined;
  add(code: string, message: string): void;
  /** Something new begins. Tells nobody. */
  forget(): void;
}

export function createProblems(onChange: () => void): Problems {
  let last: Failure | undefined;
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
