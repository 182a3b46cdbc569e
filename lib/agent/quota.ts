import type { AgentOptions } from '@/lib/protocol';
import { keyFor } from '@/lib/models/secrets';
import type { AgentPorts, Secrets } from './ports';

/** What one run may spend of the server's own key. */
export interface Quota {
  /** Tokens; unlimited where somebody else pays, or nobody. */
  left(): number;
  spend(tokens: number): void;
  /** Why nothing may be spent any more; undefined where something may. */
  empty(): string | undefined;
}

const UNLIMITED: Quota = { left: () => Number.POSITIVE_INFINITY, spend: () => undefined, empty: () => undefined };

const WHOSE = {
  session: 'This session has used up what it may spend today',
  address: 'Your address has used up what it may spend today',
  total: 'This server has used up what it may spend today',
};

/** The quota of a run: only what the server pays for is counted. */
export function quotaOf(
  { allowance }: Pick<AgentPorts, 'allowance'>,
  owner: string,
  options: AgentOptions,
  secrets: Secrets,
): Quota {
  if (!allowance || keyFor(options, secrets)?.own !== true) return UNLIMITED;
  return {
    left: () => allowance.left(owner),
    spend: (tokens) => allowance.spend(owner, tokens),
    empty: () => {
      const budget = allowance.exhausted(owner);
      return budget && `${WHOSE[budget]} with the server's own key. Type a key of your own, or come back tomorrow.`;
    },
  };
}
