import type { TraceEntry } from '@/lib/protocol';

/** What code may answer when it is asked about a call. A changed input is validated again. `ask`: it has no opinion. */
type CanUseToolAnswer =
  | { readonly behavior: 'ask' }
  | {
      readonly behavior: 'allow';
      readonly updatedInput?: unknown;
      /** The hook that allows it. */ readonly hook?: string;
    }
  | { readonly behavior: 'deny'; readonly message: string; /** The hook that blocks it. */ readonly hook?: string };

/** A permission callback: asked at the permission step, after the deny rules. */
export type CanUseTool = (
  name: string,
  input: unknown,
  options: {
    readonly signal: AbortSignal;
    /** Rules that would allow this call and its like. */
    readonly suggestions: readonly string[];
    /** Notes for the call's trace what a hook did. */
    readonly note?: (entry: Pick<TraceEntry, 'outcome' | 'note' | 'startedAt'>) => void;
  },
) => Promise<CanUseToolAnswer>;
