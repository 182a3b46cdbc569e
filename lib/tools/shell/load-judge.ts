import type * as judge from './judge';

type Judge = typeof judge;

let loading: Promise<Judge> | undefined;

/** Loads what reads command lines, once: the parser is 300 KB of code. After a failure, the next call tries again. */
export function loadJudge(): Promise<Judge> {
  loading ??= import('./judge').catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}
