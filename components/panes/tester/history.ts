import { createStore } from 'zustand/vanilla';
import type { SettledCall } from './use-try';

/** The most calls kept; the oldest are dropped first. */
const MOST = 50;

/** The calls made by hand since the page was loaded, newest first. */
export const triedCalls = createStore<readonly SettledCall[]>(() => []);

export const noteTriedCall = (call: SettledCall): void =>
  triedCalls.setState((calls) => [call, ...calls].slice(0, MOST), true);
