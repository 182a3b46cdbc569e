'use client';

import { useSyncExternalStore } from 'react';

const never = (): (() => void) => () => {};

/** Whether the keyboard has a ⌘ key; false during server rendering. */
export const useMac = (): boolean =>
  useSyncExternalStore(
    never,
    () => /Mac|iPhone|iPad/.test(navigator.platform),
    () => false,
  );
