/** Does something once no note has come for a while, and regularly while notes keep coming. */
export interface WhenQuiet {
  note(): void;
  cancel(): void;
}

/** Runs `work` `quietMs` after the last note, and at most `mostMs` after the first. */
export function whenQuiet(work: () => void, { quietMs, mostMs }: { quietMs: number; mostMs: number }): WhenQuiet {
  let quiet: ReturnType<typeof setTimeout> | undefined;
  let most: ReturnType<typeof setTimeout> | undefined;
  const cancel = (): void => {
    clearTimeout(quiet);
    clearTimeout(most);
    quiet = most = undefined;
  };
  const act = (): void => {
    cancel();
    work();
  };
  return {
    note() {
      clearTimeout(quiet);
      quiet = setTimeout(act, quietMs);
      most ??= setTimeout(act, mostMs);
    },
    cancel,
  };
}
