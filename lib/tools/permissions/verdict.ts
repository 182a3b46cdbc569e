import type { Denial } from '@/lib/protocol';

export type Verdict =
  | { readonly behavior: 'allow' }
  | { readonly behavior: 'deny'; readonly denial: Denial }
  | { readonly behavior: 'ask'; readonly reason: string };

export const ALLOW: Verdict = { behavior: 'allow' };
export const deny = (denial: Denial): Verdict => ({ behavior: 'deny', denial });
