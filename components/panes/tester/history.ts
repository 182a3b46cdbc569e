import { createStore } from 'zustand/vanilla';
import type { SettledCall } from './use-try';

/** Calls that are kept; the oldest go first. */
const MOST = 50;

/** The calls made by hand since the page was loaded, newest first. */
export const triedCalls = createStore<readonly SettledCall[]>(() => []);

export const noteTriedCall = (call: SettledCall): void =>
  triedCalls.setState((calls) => [call, ...calls].slice(0, MOST), true);
