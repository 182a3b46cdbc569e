/** Characters of one task's output that are kept; the oldest go first. */
export const KEPT_OUTPUT = 200_000;
/** Characters over the limit that are let stand, so that not every addition moves the whole text. */
const SLACK = 50_000;

/** What a task has put out, as far as it is kept, and how far it was read. */
export interface TaskOutput {
  readonly text: string;
  append(text: string): void;
  /** What came since the last call. */
  takeNew(): string;
  clear(): void;
}

export function createTaskOutput(text = ''): TaskOutput {
  let kept = text;
  /** Characters that were dropped in front of `kept`. */
  let dropped = 0;
  /** Characters that were read, of all there ever were. */
  let read = 0;
  return {
    get text() {
      return kept.slice(-KEPT_OUTPUT);
    },
    append(more) {
      kept += more;
      if (kept.length <= KEPT_OUTPUT + SLACK) return;
      dropped += kept.length - KEPT_OUTPUT;
      kept = kept.slice(-KEPT_OUTPUT);
    },
    takeNew() {
      const lost = dropped - read;
      const unread = kept.slice(Math.max(0, read - dropped));
      read = dropped + kept.length;
      return lost > 0 ? `[${lost} characters are left out here: there was too much output]\n${unread}` : unread;
    },
    clear() {
      kept = '';
      dropped = 0;
      read = 0;
    },
  };
}
