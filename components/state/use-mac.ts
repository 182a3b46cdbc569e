'use client';

import { useSyncExternalStore } from 'react';

const never = (): (() => void) => () => {};

/** Whether the keyboard has a ⌘; false while the server renders. */
export const useMac = (): boolean =>
  useSyncExternalStore(
    never,
    () => /Mac|iPhone|iPad/.test(navigator.platform),
    () => false,
  );
