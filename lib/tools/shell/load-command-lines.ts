import type * as commandLines from './command-lines';

type CommandLines = typeof commandLines;

let loading: Promise<CommandLines> | undefined;

/** Loads what reads command lines, once: the parser is 300 KB of code. After a failure, the next call tries again. */
export function loadCommandLines(): Promise<CommandLines> {
  loading ??= import('./command-lines').catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}
