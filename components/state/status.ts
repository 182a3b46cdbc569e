import type { ClientState, ClientStatus } from '@/lib/client/state';

const BUSY: ReadonlySet<ClientStatus> = new Set(['model', 'tools', 'approval', 'stopping']);

/** Whether there is something to stop. */
export const isBusy = (status: ClientStatus): boolean => BUSY.has(status);

const LABELS: Readonly<Record<ClientStatus, string>> = {
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
export const mayReset = ({
  status,
  executor,
  sandbox,
}: Pick<ClientState, 'status' | 'executor' | 'sandbox'>): boolean =>
  !isBusy(status) && status !== 'loading' && executor === 'mine' && sandbox.phase === 'ready';

/** Whether a person stopped what was said or done last. */
export const wasStopped = ({ status, thread }: Pick<ClientState, 'status' | 'thread'>): boolean =>
  status === 'idle' && thread.runs.at(-1)?.status === 'cancelled';

/** Whether a guard ended the run: the loop guard, or a limit of turns or tokens. A person may let it go on. */
const wasGuarded = ({ thread }: Pick<ClientState, 'thread'>): boolean => thread.runs.at(-1)?.status === 'interrupt';

/** What goes on, in a few words. */
export function statusLabel(state: Pick<ClientState, 'status' | 'thread'>): string {
  if (wasStopped(state)) return 'Stopped';
  return state.status === 'error' && wasGuarded(state) ? 'Stopped by a guard' : LABELS[state.status];
}
