/** Whether this tab is visible. */
export interface Visibility {
  hidden(): boolean;
  /** Calls back when that changes, until `signal` aborts. */
  onChange(callback: () => void, signal: AbortSignal): void;
}

export const pageVisibility: Visibility = {
  hidden: () => document.visibilityState === 'hidden',
  onChange: (callback, signal) => document.addEventListener('visibilitychange', callback, { signal }),
};
