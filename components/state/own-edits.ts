import type { ClientState } from '@/lib/client/state';
import type { UiState } from './ui';

/** The paths that a person changed in the open thread: in the editor, by calls of their own, or in the terminal. */
export const ownEdits = (
  { changes }: Pick<ClientState, 'changes'>,
  { terminalEdits }: Pick<UiState, 'terminalEdits'>,
): ReadonlySet<string> =>
  new Set([...changes.filter(({ saves }) => saves !== undefined).map(({ path }) => path), ...terminalEdits]);

/** Whether leaving the open thread would leave a person's own edits: without a thread, the draft keeps them. */
export const leavesEdits = (
  state: Pick<ClientState, 'threadId' | 'changes'>,
  ui: Pick<UiState, 'terminalEdits'>,
): boolean => state.threadId !== null && ownEdits(state, ui).size > 0;
