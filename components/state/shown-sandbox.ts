import type { ClientState, SandboxState } from '@/lib/client/state';

/** The sandbox that runs the tools; until one has booted, the chosen one. */
export const shownSandbox = ({
  sandbox,
}: Pick<ClientState, 'sandbox'>): NonNullable<SandboxState['kind'] | SandboxState['chosen']> =>
  sandbox.kind ?? sandbox.chosen;
