import type { ClientState, ClientStatus } from '@/lib/client/state';
import type { Messages } from '../messages/catalogues';

const BUSY: ReadonlySet<ClientStatus> = new Set(['model', 'tools', 'approval', 'stopping']);

/** Whether something is running that can be stopped. */
export const isBusy = (status: ClientStatus): boolean => BUSY.has(status);

/** Whether the project may be mounted again: nothing runs, and this tab is the executor. */
export const mayReset = ({
  status,
  executor,
  sandbox,
}: Pick<ClientState, 'status' | 'executor' | 'sandbox'>): boolean =>
  !isBusy(status) && status !== 'loading' && executor === 'mine' && sandbox.phase === 'ready';

/** Whether a person stopped the latest run. */
export const wasStopped = ({ status, thread }: Pick<ClientState, 'status' | 'thread'>): boolean =>
  status === 'idle' && thread.runs.at(-1)?.status === 'cancelled';

/** Whether a guard ended the run: the loop guard, or a limit of turns or tokens. A person may let it continue. */
const wasGuarded = ({ thread }: Pick<ClientState, 'thread'>): boolean => thread.runs.at(-1)?.status === 'interrupt';

/** The message key for the current activity. */
export function statusLabel(state: Pick<ClientState, 'status' | 'thread'>): keyof Messages['status'] {
  if (wasStopped(state)) return 'stopped';
  return state.status === 'error' && wasGuarded(state) ? 'guarded' : state.status;
}
