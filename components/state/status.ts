import type { HostState, HostStatus } from '@/lib/host/state';

const BUSY: ReadonlySet<HostStatus> = new Set(['model', 'tools', 'approval', 'stopping']);

/** Whether there is something to stop. */
export const isBusy = (status: HostStatus): boolean => BUSY.has(status);

const WORDS: Readonly<Record<HostStatus, string>> = {
  empty: 'Ready',
  loading: 'Loading the thread',
  idle: 'Done',
  model: 'The model is answering',
  tools: 'Running tools',
  approval: 'Waiting for you',
  'your-turn': 'Your turn as the model',
  stopping: 'Stopping',
  error: 'Failed',
};

/** Whether the project may be mounted anew: nobody works on it, and it is this tab's. */
export const mayReset = ({ status, hands, sandbox }: Pick<HostState, 'status' | 'hands' | 'sandbox'>): boolean =>
  !isBusy(status) && status !== 'loading' && hands === 'mine' && sandbox.phase === 'ready';

/** Whether a person stopped what was said or done last. */
export const wasStopped = ({ status, thread }: Pick<HostState, 'status' | 'thread'>): boolean =>
  status === 'idle' && thread.legs.at(-1)?.status === 'cancelled';

/** Whether a guard ended the leg: the loop guard, or a limit of turns or tokens. A person may let it go on. */
const wasGuarded = ({ thread }: Pick<HostState, 'thread'>): boolean => thread.legs.at(-1)?.status === 'interrupt';

/** What goes on, in a few words. */
export function statusWords(state: Pick<HostState, 'status' | 'thread'>): string {
  if (wasStopped(state)) return 'Stopped';
  return state.status === 'error' && wasGuarded(state) ? 'Stopped by a guard' : WORDS[state.status];
}
