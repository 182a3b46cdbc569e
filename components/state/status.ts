import type { ClientState, ClientStatus } from '@/lib/client/state';
import type { Messages } from '../messages/catalogues';

const BUSY: ReadonlySet<ClientStatus> = new Set(['model', 'tools', 'approval', 'stopping']);

/** Whether there is something to stop. */
export const isBusy = (status: ClientStatus): boolean => BUSY.has(status);

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

/** The message that says what goes on. */
export function statusLabel(state: Pick<ClientState, 'status' | 'thread'>): keyof Messages['status'] {
  if (wasStopped(state)) return 'stopped';
  return state.status === 'error' && wasGuarded(state) ? 'guarded' : state.status;
}
