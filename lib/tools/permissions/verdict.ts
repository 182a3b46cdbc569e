import type { Denial } from '@/lib/protocol';

/** What becomes of a call. */
export type Verdict =
  | { readonly behavior: 'allow'; /** With this input instead, which is valid. */ readonly input?: unknown }
  | { readonly behavior: 'deny'; readonly denial: Denial }
  | { readonly behavior: 'ask'; readonly reason: string };
